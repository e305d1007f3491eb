import { type ApiOperation, type Chapter, resolve, type Schema, type Schemas } from './api-document.js'
import { hasWord } from './search-synonyms.js'

export type Entry = {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly path: string
  readonly more: string
  /** Each of its fields and statuses, with where it stands. */
  readonly parts: readonly Part[]
}
type Part = { readonly name: string; readonly where: string }

const entriesOf = ({ operations, events }: Chapter, schemas: Schemas): Entry[] => [
  ...operations.map((operation) => {
    const { operationId, method, summary, path } = operation
    return {
      id: operationId,
      kind: method,
      text: summary ?? operationId,
      path,
      more: moreOf(operation, schemas),
      parts: partsOf(operation, schemas),
    }
  }),
  ...events.map(({ id, name, summary, payload }) => {
    const fields = fieldsOf(payload, schemas).join(' ')
    const parts = fieldsOf(payload, schemas).map((field): Part => ({ name: field, where: 'payload' }))
    return { id, kind: '', text: name, path: '', more: `${summary} ${fields}`, parts }
  }),
]

/** What else an operation is found by: its chapter, its parameters and fields, what it answers and by which statuses. */
const moreOf = (
  { tags, parameters = [], requestBody, responses }: ApiOperation,
  schemas: Schemas,
): string => {
  const contents = [
    requestBody?.content ?? {},
    ...Object.values(responses).map(({ content = {} }) => content),
  ]
  return [
    ...tags,
    ...parameters.flatMap(({ name, description = '' }) => [name, description]),
    ...contents.flatMap((content) =>
      Object.values(content).flatMap(({ schema = {} }) => fieldsOf(schema, schemas)),
    ),
    ...Object.entries(responses).flatMap(([status, { description }]) =>
      status.startsWith('2') ? [status, description] : [status],
    ),
  ].join(' ')
}

/** The parameters and fields of an operation, then those of its answers and their statuses. */
function partsOf({ parameters = [], requestBody, responses }: ApiOperation, schemas: Schemas): Part[] {
  const fields = (contents: ApiOperation['responses'][string]['content'], where: string) =>
    Object.values(contents ?? {}).flatMap(({ schema = {} }) =>
      fieldsOf(schema, schemas).map((name): Part => ({ name, where })),
    )
  return [
    ...parameters.map(({ name }): Part => ({ name, where: 'parameter' })),
    ...fields(requestBody?.content, 'body'),
    ...Object.keys(responses).map((status): Part => ({ name: status, where: 'answer' })),
    ...Object.values(responses).flatMap(({ content }) => fields(content, 'answer')),
  ]
}

/** Where the first searched word stands that the name of an entry does not have; empty if that says it all. */
export function reasonOf({ id, kind, text, path, parts }: Entry, words: string): string {
  const said = `${id} ${kind} ${text} ${path}`.toLowerCase()
  const word = words.split(/\s+/).find((one) => !hasWord(said, one))
  if (word === undefined) return ''
  const part = parts.find(({ name }) => name.toLowerCase().includes(word))
  return part === undefined ? '' : `${part.where}: ${part.name}`
}

/** Schemas refer to each other; so deep lies what somebody looks for. */
const DEEPEST = 6

/** The names of all fields of a schema, also of those in it. */
function fieldsOf(given: Schema, schemas: Schemas, depth = 0): string[] {
  if (depth > DEEPEST) return []
  const { schema } = resolve(given, schemas)
  const { properties = {}, items, anyOf = [] } = schema
  const within = [...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf]
  return [...Object.keys(properties), ...within.flatMap((one) => fieldsOf(one, schemas, depth + 1))]
}

/** What the first page says of errors. */
const REFUSED: Entry = {
  id: 'refused',
  kind: '',
  text: 'When something is refused',
  path: '',
  parts: [],
  more: 'error fails failure refused invalid status 400 401 403 404 422 429 retry-after rate limit scope requiredscope detail',
}
const START: Chapter = { id: 'start', title: 'Start here', description: '', operations: [], events: [] }

const matching =
  (query: string) =>
  ({ id, kind, text, path, more }: Entry): boolean => {
    const all = `${id} ${text} ${path} ${kind} ${more}`.toLowerCase()
    return query.split(/\s+/).every((word) => hasWord(all, word))
  }

const kept = new WeakMap<Chapter, Entry[]>()

/** Made once: the page keeps its chapters. */
function searchedOf(chapter: Chapter, schemas: Schemas): Entry[] {
  const entries = kept.get(chapter) ?? entriesOf(chapter, schemas)
  kept.set(chapter, entries)
  return entries
}

type Found = { readonly one: Chapter; readonly entries: readonly Entry[] }

/** The entries that have all words, by chapter; while something is searched, the best come first. */
export function search(chapters: readonly Chapter[], schemas: Schemas, words: string): Found[] {
  const all = chapters.map((one) => ({ one, entries: searchedOf(one, schemas).filter(matching(words)) }))
  if (words === '') return all
  all.unshift({ one: START, entries: [REFUSED].filter(matching(words)) })
  const best = ({ entries }: Found) => Math.min(...entries.map((entry) => distance(entry, words)))
  return all
    .filter(({ entries }) => entries.length > 0)
    .map(({ one, entries }) => ({
      one,
      entries: [...entries].sort((a, b) => distance(a, words) - distance(b, words)),
    }))
    .sort((a, b) => best(a) - best(b))
}

/** 0 for what is called so, 1 for what has the words in its name, 2 for what only mentions them. */
function distance(entry: Entry, words: string): number {
  if ([entry.id, entry.text].some((name) => name.toLowerCase() === words)) return 0
  return matching(words)({ ...entry, more: '' }) ? 1 : 2
}
