import {
  type ApiOperation,
  boundsOf,
  type Chapter,
  resolve,
  type Schema,
  type Schemas,
  typeOf,
} from './api-document.js'
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
type Part = {
  /** Of a field in a group with it, such as `llm.temperature`. */
  readonly name: string
  readonly where: string
  /** Its type and bounds. */
  readonly what: string
}

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
    const parts = fieldsOf(payload, schemas).map((field): Part => ({ ...field, where: 'payload' }))
    const fields = parts.map(({ name: field }) => field).join(' ')
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
      Object.values(content).flatMap(({ schema = {} }) => fieldsOf(schema, schemas).map(({ name }) => name)),
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
      fieldsOf(schema, schemas).map((field): Part => ({ ...field, where })),
    )
  return [
    ...parameters.map(
      ({ name, schema }): Part => ({ name, where: 'parameter', what: whatIs(schema, schemas) }),
    ),
    ...fields(requestBody?.content, 'body'),
    ...Object.keys(responses).map((status): Part => ({ name: status, where: 'answer', what: '' })),
    ...Object.values(responses).flatMap(({ content }) => fields(content, 'answer')),
  ]
}

/** The first searched word that the name of an entry does not have, and where it stands. */
function partFor({ id, kind, text, path, parts }: Entry, words: string): Part | undefined {
  const [word] = unsaid(`${id} ${kind} ${text} ${path}`, words)
  const having = parts.filter(({ name }) => word !== undefined && name.toLowerCase().includes(word))
  // What is called so itself tells more than what only has it in its name.
  return having.find(({ name }) => name.toLowerCase().split('.').at(-1) === word) ?? having[0]
}

/** The searched words that a text does not have. */
export const unsaid = (text: string, words: string): string[] =>
  words.split(/\s+/).filter((word) => word !== '' && !hasWord(text.toLowerCase(), word))

/** Why an entry is found; empty if its name says it all. */
export function reasonOf(entry: Entry, words: string): string {
  const part = partFor(entry, words)
  if (part === undefined) return ''
  return `${part.where}: ${part.name}${part.what === '' ? '' : ` (${part.what})`}`
}

const LONGEST_BOUNDS = 40

/** The type of a field, with its bounds where they are short. */
function whatIs(schema: Schema, schemas: Schemas): string {
  const bounds = boundsOf(schema).filter((one) => one.length <= LONGEST_BOUNDS)
  return [typeOf(schema, schemas), ...bounds].join(', ')
}

/** Schemas refer to each other; so deep lies what somebody looks for. */
const DEEPEST = 6

/** All fields of a schema, also those in it, with the groups that they stand in. */
function fieldsOf(given: Schema, schemas: Schemas, { depth = 0, group = '' } = {}): Omit<Part, 'where'>[] {
  if (depth > DEEPEST) return []
  const { schema } = resolve(given, schemas)
  const { properties = {}, items, anyOf = [] } = schema
  const own = Object.entries(properties)
  const same = [...(items === undefined ? [] : [items]), ...anyOf]
  return [
    ...own.map(([name, field]) => ({ name: `${group}${name}`, what: whatIs(field, schemas) })),
    ...own.flatMap(([name, field]) =>
      fieldsOf(field, schemas, { depth: depth + 1, group: `${group}${name}.` }),
    ),
    ...same.flatMap((one) => fieldsOf(one, schemas, { depth: depth + 1, group })),
  ]
}

/** What the first page says, by its parts. */
const FIRST_PAGE = [
  {
    id: 'authenticate',
    text: 'Authenticate',
    more: 'api key x-api-key header authorization svc_ curl command parley serve keys create local server',
  },
  {
    id: 'talk',
    text: 'Talk to a character',
    more: 'socket.io client program npm install conversation session_info auth_error bot_response auth api_key',
  },
  {
    id: 'refused',
    text: 'When something is refused',
    more: 'error fails failure invalid status 400 401 403 404 422 429 retry-after rate limit scope requiredscope detail',
  },
].map((entry): Entry => ({ ...entry, kind: '', path: '', parts: [] }))
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
  all.unshift({ one: START, entries: FIRST_PAGE.filter(matching(words)) })
  const best = ({ entries }: Found) => Math.min(...entries.map((entry) => distance(entry, words)))
  return all
    .filter(({ entries }) => entries.length > 0)
    .map(({ one, entries }) => ({
      one,
      entries: [...entries].sort((a, b) => distance(a, words) - distance(b, words)),
    }))
    .sort((a, b) => best(a) - best(b))
}

/** 0 for what is called so, 1 for what has the words in its name, 2 for what takes them, 3 for what only answers them. */
function distance(entry: Entry, words: string): number {
  if ([entry.id, entry.text].some((name) => name.toLowerCase() === words)) return 0
  if (matching(words)({ ...entry, more: '' })) return 1
  return partFor(entry, words)?.where === 'answer' ? 3 : 2
}
