import type { LegacyRoute } from '../../contract/legacy/operation.js'
import type { Operation } from '../../contract/operation.js'
import type { HttpSettings } from '../http-deps.js'

const DATES = '<p id="dates"></p>'
const ROUTES = '<tbody id="routes"></tbody>'

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

function datesOf(deprecation: HttpSettings['deprecation']): string {
  if (deprecation === null) return 'No date of deprecation is set.'
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
  const now = `<a href="/docs#${escaped(successor.schema.operationId)}">${pathOf(successor)}</a>`
  return `<tr>${cell('Legacy', pathOf(operation))}${cell('Now', now)}${cell('What changes', changesOf(row))}</tr>`
}

/** Where there is no room for columns, the name of the column stands above its cell. */
const cell = (label: string, content: string): string => `<td data-label="${label}">${content}</td>`

const pathOf = ({ method, url }: Operation): string =>
  `<code><span class="method">${method}</span> ${escaped(url.replace(/:(\w+)/g, '{$1}'))}</code>`

function changesOf({ renamedQuery: renamed = {}, body, answer }: LegacyRoute): string {
  const names = Object.entries(renamed).map(
    ([was, is]) => `<code>${escaped(was)}</code> is <code>${escaped(is)}</code>`,
  )
  const changes = [
    ...(names.length === 0 ? [] : [`Query: ${names.join(', ')}.`]),
    ...(body === undefined ? [] : [`Body: ${escaped(body.is)}; was ${escaped(body.was)}.`]),
    ...(answer === undefined ? [] : [`Answer: ${escaped(answer.is)}; was ${escaped(answer.was)}.`]),
  ]
  return changes.length === 0 ? 'The path only.' : changes.map((change) => `<p>${change}</p>`).join('')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
