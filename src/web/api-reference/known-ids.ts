import { isObject } from '../../contract/is-object.js'
import type { ApiOperation, OpenApi } from './api-document.js'

/** What is known from elsewhere on the page, which all operations share: who has chosen a character goes on with it. */
export type KnownIds = {
  /** Values of path parameters by their names; one that is not known is undefined, one that is gone is empty. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** What those are called that answers told of, by their ids. */
  readonly names: Readonly<Record<string, string>>
  /** The ids that answers told of, by the path parameter that takes them; the newest first. */
  readonly listed: Readonly<Record<string, readonly string[]>>
  /** Ids that requests of this tab have made, or that a person has typed or chosen here. */
  readonly own: Readonly<Record<string, 'made' | 'chosen'>>
  /** What was deleted from here. */
  readonly gone: readonly string[]
  /** The file that was uploaded last, which a document can be made of. */
  readonly upload?: { readonly url: string; readonly name: string }
}

export const NO_IDS: KnownIds = { values: {}, names: {}, listed: {}, own: {}, gone: [] }

/** A value of a path parameter that a person has typed or chosen. */
export const chosenId = (parameter: string, id: string): Partial<KnownIds> => ({
  values: { [parameter]: id },
  own: id === '' ? {} : { [id]: 'chosen' },
})

/** Adds what was learned. What belonged to another character is forgotten with it, unless a person has chosen it. */
export function withIds(known: KnownIds, more: Partial<KnownIds>, below: Below = {}): KnownIds {
  const own = { ...known.own, ...more.own }
  const changed = Object.entries(more.values ?? {}).filter(([name, id]) => known.values[name] !== id)
  const belonging = changed.flatMap(([name]) => below[name] ?? [])
  const forgotten = belonging.filter((name) => own[known.values[name] ?? ''] !== 'chosen')
  return {
    values: {
      ...known.values,
      ...Object.fromEntries(forgotten.map((name) => [name, undefined])),
      ...more.values,
    },
    names: { ...known.names, ...more.names },
    listed: withListed({ ...known.listed, ...Object.fromEntries(belonging.map((name) => [name, []])) }, more),
    own,
    gone: [...known.gone, ...(more.gone ?? [])],
    ...((more.upload ?? known.upload) && { upload: more.upload ?? known.upload }),
  }
}

function withListed(known: KnownIds['listed'], { listed = {}, gone = [] }: Partial<KnownIds>) {
  const names = [...new Set([...Object.keys(known), ...Object.keys(listed)])]
  return Object.fromEntries(
    names.map((name) => {
      const all = new Set([...(listed[name] ?? []), ...(known[name] ?? [])])
      return [name, [...all].filter((id) => !gone.includes(id))]
    }),
  )
}

/** The path parameters that stand behind another in a path, and so belong to it. */
export type Below = Readonly<Record<string, readonly string[]>>

export function parametersBelow({ paths }: Pick<OpenApi, 'paths'>): Below {
  const below = new Map<string, Set<string>>()
  for (const path of Object.keys(paths)) {
    const names = path.split('/').flatMap((part) => (part.startsWith('{') ? [part.slice(1, -1)] : []))
    for (const [at, name] of names.entries()) {
      const own = below.get(name) ?? new Set()
      for (const other of names.slice(at + 1)) if (other !== PLAYER) own.add(other)
      below.set(name, own)
    }
  }
  return Object.fromEntries([...below].map(([name, others]) => [name, [...others]]))
}

/** The caller names players; they are the same for all characters, and nothing makes or deletes them. */
const PLAYER = 'playerId'

/** What an answer tells of: the path parameter that takes the ids of its records, and these. */
export type Told = {
  /** After `/api/v1/characters/` that is `characterId`; null if no path takes them. */
  readonly parameter: string | null
  readonly ids: readonly string[]
  readonly names: KnownIds['names']
}

export function idsIn({ path }: Pick<ApiOperation, 'path'>, { paths }: OpenApi, answer: unknown): Told {
  const collection = path.endsWith('/from-image') ? path.slice(0, -'/from-image'.length) : path
  const start = `${collection}/{`
  const next = Object.keys(paths).find((other) => other.startsWith(start))
  const parameter = next?.slice(start.length, next.indexOf('}', start.length)) ?? null
  const records = recordsIn(answer)
  const ids = records
    .map((record) => (parameter === null ? undefined : (record[parameter] ?? record['id'])))
    .filter((id) => typeof id === 'string')
  return { parameter, ids: [...new Set(ids)], names: Object.fromEntries(records.flatMap(namedBy)) }
}

type Sent = Pick<ApiOperation, 'method' | 'path'> & {
  /** The id that the path of the request ended with. */
  readonly target: string
  /** Nothing is gone: it was only marked as deleted. */
  readonly isMarked?: boolean
}

/**
 * What an answer changes: what was made is what the next request is about; a list fills in only what is not there; what
 * was deleted is nowhere any more.
 */
export function learnedFrom(
  { method, path, target, isMarked = false }: Sent,
  known: KnownIds,
  told: Told,
): Partial<KnownIds> {
  const { parameter, names } = told
  if (isMarked) return {}
  if (method === 'DELETE') {
    const deleted = lastParameterOf(path)
    if (deleted === PLAYER) return {}
    if (deleted === null) return parameter === null ? {} : { values: { [parameter]: '' } }
    const holders = Object.keys(known.values).filter((name) => known.values[name] === target)
    return {
      values: Object.fromEntries([deleted, ...holders].map((name) => [name, ''])),
      gone: [target],
    }
  }
  const [id] = told.ids
  if (parameter === null || id === undefined) return { names }
  const listed = { [parameter]: told.ids }
  if (method !== 'GET') return { values: { [parameter]: id }, names, listed, own: { [id]: 'made' } }
  const isEmpty = (known.values[parameter] ?? '') === ''
  return { ...(isEmpty && { values: { [parameter]: id } }), names, listed }
}

/** The parameter that a path ends with, which names what the operation is about; null if it ends otherwise. */
export const lastParameterOf = (path: string): string | null =>
  path.endsWith('}') ? path.slice(path.lastIndexOf('{') + 1, -1) : null

type Fields = Readonly<Record<string, unknown>>

/** The answer itself, or the entries of the list that it is or has. */
function recordsIn(answer: unknown): readonly Fields[] {
  if (Array.isArray(answer)) return answer.filter(isObject)
  if (!isObject(answer)) return []
  const list = Object.values(answer).find(Array.isArray)
  return 'id' in answer || list === undefined ? [answer] : list.filter(isObject)
}

/** So much of a text tells which one is meant. */
const LONGEST_NAME = 40

/** The id of a record with its name, or the beginning of its text, if it has both. */
function namedBy(record: Fields): [id: string, name: string][] {
  const { documentId, id = documentId, name, persona, filename, content } = record
  const called = name ?? (isObject(persona) ? persona['name'] : undefined) ?? filename ?? content
  if (typeof id !== 'string' || typeof called !== 'string' || called === '') return []
  return [[id, called.length > LONGEST_NAME ? `${called.slice(0, LONGEST_NAME - 1).trim()}…` : called]]
}

/** So many characters can be chosen by name before they are listed. */
const FIRST_CHARACTERS = 50

/** The newest characters of the account, so that the examples work as they are; none if there are none, or no key. */
export async function readCharacters(apiKey: string): Promise<Partial<KnownIds>> {
  if (apiKey === '') return {}
  try {
    const answer = await fetch(`/api/v1/characters?limit=${FIRST_CHARACTERS}`, {
      headers: { 'X-API-Key': apiKey },
    })
    const records = answer.ok ? recordsIn(await answer.json()) : []
    const ids = records.map(({ id }) => id).filter((id) => typeof id === 'string')
    if (ids[0] === undefined) return {}
    const names = Object.fromEntries(records.flatMap(namedBy))
    return { values: { characterId: ids[0] }, names, listed: { characterId: ids } }
  } catch {
    return {}
  }
}
