import {
  type ApiOperation,
  boundsOf,
  type Chapter,
  isForFew,
  resolve,
  type Schema,
  type Schemas,
  typeOf,
} from './api-document.js'
import { beginsIn, hasWord, meaningOf, sameAs, searchable, withoutNames, wordsIn } from './search-synonyms.js'

export type Entry = {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly path: string
  readonly more: string
  /** Sentences about it that are not shown with it. */
  readonly says: string
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
    const { operationId, method, summary, description = '', path } = operation
    return {
      id: operationId,
      kind: method,
      text: summary ?? operationId,
      path,
      more: moreOf(operation, schemas),
      says: [description, ...(operation.parameters ?? []).map((one) => one.description ?? '')].join('. '),
      parts: partsOf(operation, schemas),
    }
  }),
  ...events.map(({ id, name, summary, payload }) => {
    const parts = fieldsOf(payload, schemas).map((field): Part => ({ ...field, where: 'payload' }))
    const fields = parts.map(({ name: field }) => field).join(' ')
    return { id, kind: '', text: name, path: '', more: `socket event ${fields}`, says: summary, parts }
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
    ...parameters.map(({ name }) => name),
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
    ...Object.entries(responses).map(
      ([status, { description }]): Part => ({ name: status, where: 'answer', what: shortened(description) }),
    ),
    ...Object.values(responses).flatMap(({ content }) => fields(content, 'answer')),
  ]
}

/** The first searched word that the name of an entry does not have, and where it stands. */
function partFor({ id, kind, text, path, parts }: Entry, words: string): Part | undefined {
  const [word] = unsaid(`${id} ${kind} ${text} ${path}`, words)
  const having = parts.filter(({ name }) => word !== undefined && beginsIn(searchable(name), word))
  // What is called so itself tells more than what only has it in its name.
  return having.find(({ name }) => name.toLowerCase().split('.').at(-1) === word) ?? having[0]
}

/** The searched words that a text does not have. */
export const unsaid = (text: string, words: string): string[] =>
  wordsIn(words).filter((word) => !hasWord(searchable(text), word))

/** Why an entry is found; empty if what is shown of it says it all. */
export function reasonOf(entry: Entry, words: string): string {
  const shown = searchable(`${entry.kind} ${entry.text} ${entry.path}`)
  // The words themselves tell more than what means the same.
  const part = partFor(entry, words)
  if (part !== undefined) return `${part.where}: ${part.name}${part.what === '' ? '' : ` (${part.what})`}`
  for (const word of wordsIn(words)) {
    if (beginsIn(shown, word)) continue
    const other = sameAs(shown, word)
    if (other !== undefined) return `“${word}”: here “${other}”`
    const sentence = sentenceWith(entry.says, word)
    if (sentence !== '') return sentence
  }
  return ''
}

/** So much of a sentence tells why something was found. */
const LONGEST_SENTENCE = 90

/** The sentence of a text that has a word, or one that means the same; empty if there is none. */
function sentenceWith(text: string, word: string): string {
  const found = text.split(/[.;] /).find((one) => hasWord(searchable(one), word)) ?? ''
  return shortened(found)
}

function shortened(text: string): string {
  const plain = text.replaceAll('`', '').trim()
  return plain.length > LONGEST_SENTENCE ? `${plain.slice(0, LONGEST_SENTENCE - 1).trim()}…` : plain
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
    id: 'create',
    text: 'Create a character',
    more: 'character first new',
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
].map((entry): Entry => ({ ...entry, kind: '', path: '', says: '', parts: [] }))
const START: Chapter = { id: 'start', title: 'Start here', description: '', operations: [], events: [] }

/** How many of the words an entry has. */
const countOf = (entry: Entry, words: readonly string[]): number =>
  words.filter((word) => hasWord(wholeTextOf(entry), word)).length

const wholeTexts = new WeakMap<Entry, string>()

/** Made once: it is searched at every key. */
function wholeTextOf(entry: Entry): string {
  const { id, kind, text, path, more, says } = entry
  const whole =
    wholeTexts.get(entry) ??
    searchable(`${id} ${text} ${path} ${withoutNames(path)} ${kind} ${more} ${says} ${meaningOf(id)}`)
  wholeTexts.set(entry, whole)
  return whole
}

const kept = new WeakMap<Chapter, Entry[]>()

/** Made once: the page keeps its chapters. */
function searchedOf(chapter: Chapter, schemas: Schemas): Entry[] {
  const entries = kept.get(chapter) ?? entriesOf(chapter, schemas)
  kept.set(chapter, entries)
  return entries
}

type Found = { readonly one: Chapter; readonly entries: readonly Entry[] }
export type FoundAll = {
  readonly found: readonly Found[]
  /** False: nothing has all of the words, and this is what has the most of them. */
  readonly hasAll: boolean
}

/** The entries that have all words, or else the most, by chapter; while something is searched, the best come first. */
export function search(chapters: readonly Chapter[], schemas: Schemas, query: string): FoundAll {
  const words = wordsIn(query)
  const all = chapters.map((one) => ({ one, entries: searchedOf(one, schemas) }))
  if (words.length === 0) return { found: all, hasAll: true }
  all.unshift({ one: START, entries: FIRST_PAGE })
  const known = words.filter((word) =>
    all.some(({ entries }) => entries.some((entry) => countOf(entry, [word]) > 0)),
  )
  // What is nowhere says nothing of what is meant.
  if (known.length > 0 && known.length < words.length)
    return { ...search(chapters, schemas, known.join(' ')), hasAll: false }
  const most = Math.max(...all.flatMap(({ entries }) => entries.map((entry) => countOf(entry, words))))
  if (most === 0) return { found: [], hasAll: false }
  const best = ({ one, entries }: Found) => {
    const nearest = Math.min(...entries.map((entry) => distance(entry, query)))
    // What few need comes after all else, unless it is called so.
    return isForFew(one) && nearest > 0 ? nearest + FARTHEST : nearest
  }
  const found = all
    .map(({ one, entries }) => ({
      one,
      entries: entries
        .filter((entry) => countOf(entry, words) === most)
        .sort((a, b) => distance(a, query) - distance(b, query)),
    }))
    .filter(({ entries }) => entries.length > 0)
    .sort((a, b) => best(a) - best(b))
  return { found, hasAll: most === words.length }
}

const FARTHEST = 5

/** How far an entry is from what is searched; a deletion is seldom what somebody means who does not say so. */
function distance(entry: Entry, query: string): number {
  const words = wordsIn(query)
  const isUnasked = entry.kind === 'DELETE' && !words.some((word) => hasWord('delete', word))
  return distanceByWords(entry, query, words) + (isUnasked ? 0.5 : 0)
}

/**
 * 0 for what is called so, 1 for what is meant by the words, 2 for what has them in its name, 3 for what has words for the
 * same in it, 4 for what takes them, 5 for what only answers them.
 */
function distanceByWords(entry: Entry, query: string, words: readonly string[]): number {
  if ([entry.id, entry.text].some((name) => name.toLowerCase() === query)) return 0
  const name = searchable(`${entry.id} ${entry.kind} ${entry.text} ${entry.path} ${withoutNames(entry.path)}`)
  const isMeant = (word: string) => ` ${meaningOf(entry.id)} `.includes(` ${word} `)
  if (words.some(isMeant) && words.every((word) => isMeant(word) || beginsIn(name, word))) return 1
  if (words.every((word) => beginsIn(name, word))) return 2
  if (words.every((word) => hasWord(name, word))) return 3
  return partFor(entry, query)?.where === 'answer' ? 5 : 4
}
