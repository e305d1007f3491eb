import type { TSchema } from 'typebox'
import { CharacterConfigSchema, CharacterSchema } from '../../contract/characters.js'
import { AgentSchema } from '../../contract/legacy/agents.js'
import type { LegacyRoute } from '../../contract/legacy/operation.js'
import type { Operation } from '../../contract/operation.js'
import type { HttpSettings } from '../http-deps.js'

const DATES = '<p id="dates"></p>'
const ROUTES = '<tbody id="routes"></tbody>'
const SAME = '<span id="same"></span>'
const FIELDS = '<tbody id="fields"></tbody>'

/**
 * Lists what users of the legacy routes must change, from the same table that the routes are served from. `page` is
 * `src/web/migration-guide`, as it was built.
 */
export const fillMigrationGuide = (
  page: string,
  rows: readonly LegacyRoute[],
  deprecation: HttpSettings['deprecation'],
): string =>
  page
    .replace(DATES, () => `<p id="dates">${datesOf(deprecation)}</p>`)
    .replace(ROUTES, () => groupsOf(rows).join('\n'))
    .replace(SAME, () => `<span id="same">${FIELD_PAIRS.flatMap(sameName).join(', ')}.</span>`)
    .replace(FIELDS, () => `<tbody id="fields">\n${FIELD_PAIRS.flatMap(fieldLine).join('\n')}\n</tbody>`)

/** The fields of an agent beside those of a character, which the legacy schema keeps in the same order. */
const FIELD_PAIRS = Object.entries<TSchema>(CharacterSchema.properties).map(([is, schema], index) => ({
  was: Object.keys(AgentSchema.properties)[index] ?? is,
  is,
  inBody: inBody(is),
  type: typeOf(schema),
}))
type FieldPair = (typeof FIELD_PAIRS)[number]

/** What a body calls a field of a character: of `tts_speed` it is `tts.speed`; empty if no body has it. */
function inBody(field: string): string {
  for (const [group, schema] of Object.entries<TSchema>(CharacterConfigSchema.properties)) {
    if (group === field) return field
    const { properties = {} } = schema as { properties?: Record<string, TSchema> }
    const name = Object.keys(properties).find((own) => field === own || field === `${group}_${own}`)
    if (name !== undefined) return `${group}.${name}`
  }
  return ''
}

const sameName = ({ was, is }: FieldPair): string[] => (was === is ? [`<code>${escaped(is)}</code>`] : [])

const fieldLine = ({ was, is, inBody: body, type }: FieldPair): string[] =>
  was === is
    ? []
    : [
        `<tr>${cell('Agent', `<code>${escaped(was)}</code>`)}${cell('Character', `<code>${escaped(is)}</code>`)}${cell('In a body', body === '' ? 'in no body' : `<code>${escaped(body)}</code>`)}${cell('Type', escaped(type))}</tr>`,
      ]

function typeOf(schema: TSchema): string {
  const { type, anyOf, enum: values } = schema as SchemaParts
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ')
  // Some enumerations say their values alone.
  const told = values?.map((value) => (value === null ? 'null' : typeof value)) ?? 'object'
  return [...new Set([type ?? told].flat())].join(' or ')
}
type SchemaParts = { type?: string | string[]; anyOf?: TSchema[]; enum?: unknown[] }

function datesOf(deprecation: HttpSettings['deprecation']): string {
  if (deprecation === null)
    return 'No date of deprecation is set, so nothing is urgent: use the new routes in new code.'
  const { since, sunset } = deprecation
  const end = sunset === null ? 'No date of removal is set.' : `They will be removed on ${timeOf(sunset)}.`
  return `Deprecated since ${timeOf(since)}. ${end}`
}

function timeOf(date: Date): string {
  const iso = date.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)}</time>`
}

/** One part of the table for each resource, in the order in which they first appear. */
function groupsOf(rows: readonly LegacyRoute[]): string[] {
  const resourceOf = ({ successor }: LegacyRoute) => successor.schema.tags[0] ?? 'other'
  return [...new Set(rows.map(resourceOf))].map((resource) => {
    const lines = rows.filter((row) => resourceOf(row) === resource).map(lineOf)
    const name = `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`
    const title = `<tr><th colspan="3" scope="rowgroup">${escaped(name)}</th></tr>`
    return `<tbody>\n${[title, ...lines].join('\n')}\n</tbody>`
  })
}

function lineOf(row: LegacyRoute): string {
  const { operation, successor } = row
  const [was, is] = pathsOf(operation, successor)
  const now = `<a href="/docs#${escaped(successor.schema.operationId)}">${is}</a>`
  const changes = changesOf(row)
  const start = `<tr id="${escaped(operation.schema.operationId)}"${changes === '' ? ' class="path-only"' : ''}>`
  return `${start}${cell('Legacy', was)}${cell('Now', now)}${cell('What changes', changes || 'only the path')}</tr>`
}

/** Where there is no room for columns, the name of the column stands above its cell. */
const cell = (label: string, content: string): string => `<td data-label="${label}">${content}</td>`

/** A path and its successor, with the parts of each that the other lacks set apart. */
function pathsOf(legacy: Operation, successor: Operation): [string, string] {
  const [was, is] = [legacy, successor].map(({ url }) => url.split('/')) as [string[], string[]]
  const shorter = Math.min(was.length, is.length)
  let start = 0
  while (start < shorter && was[start] === is[start]) start += 1
  let end = 0
  while (end < shorter - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const written = ({ method }: Operation, parts: readonly string[]) => {
    const text = (some: readonly string[]) => escaped(some.join('/').replace(/:(\w+)/g, '{$1}'))
    const changed = parts.slice(start, parts.length - end)
    const marked = changed.length === 0 ? [] : [`<b>${text(changed)}</b>`]
    const [before, after] = [parts.slice(0, start), parts.slice(parts.length - end)]
    const path = [...before.map((one) => text([one])), ...marked, ...after.map((one) => text([one]))].join(
      '/',
    )
    return `<code><span class="method">${method}</span> ${path}</code>`
  }
  return [written(legacy, was), written(successor, is)]
}

/** Empty where only the path changes. */
function changesOf({
  renamedQuery = {},
  renamedBody = {},
  missingParams = [],
  body,
  answer,
}: LegacyRoute): string {
  const changes = [
    ...missingParams.map((param) => inWords(`Path: \`${param.slice(1)}\` is needed, too`)),
    ...renamed('Query', renamedQuery),
    ...renamed('Body', renamedBody),
    ...(body === undefined ? [] : [`Body: ${changed(body.was, body.is)}`]),
    ...(answer === undefined ? [] : [`Answer: ${changed(answer.was, answer.is)}`]),
  ]
  return changes.map((change) => `<p>${change}.</p>`).join('')
}

function renamed(place: string, names: Readonly<Record<string, string>>): string[] {
  const all = Object.entries(names).map(([was, is]) => inWords(`\`${was}\` is now \`${is}\``))
  return all.length === 0 ? [] : [`${place}: ${all.join(', ')}`]
}

const changed = (was: string, is: string): string => `was ${inWords(was)}; is now ${inWords(is)}`

/** What stands between backquotes is code; where fields have other names, the text leads to their list. */
const inWords = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join('')
    .replace('fields in snake_case', '<a href="#fields-title">fields in snake_case</a>')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
