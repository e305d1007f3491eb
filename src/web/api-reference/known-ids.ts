import { isObject } from '../../contract/is-object.js'
import type { ApiOperation, OpenApi } from './api-document.js'

/** What is known from elsewhere on the page, which all operations share: who has chosen a character goes on with it. */
export type KnownIds = {
  /** Values of path parameters by their names; one that is forgotten is undefined. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** What those are called that answers told of, by their ids. */
  readonly names: Readonly<Record<string, string>>
}

export const NO_IDS: KnownIds = { values: {}, names: {} }

export const withIds = (known: KnownIds, more: Partial<KnownIds>): KnownIds => ({
  values: { ...known.values, ...more.values },
  names: { ...known.names, ...more.names },
})

/**
 * The ids that an answer holds, by the names of the path parameters that take them: after `/api/v1/characters/` that is
 * `characterId`. Of a list the first entry counts. What was deleted is forgotten.
 */
export function idsOfAnswer({ method, path }: ApiOperation, { paths }: OpenApi, answer: unknown): KnownIds {
  if (method === 'DELETE') {
    const deleted = lastParameterOf(path)
    return deleted === null ? NO_IDS : { values: { [deleted]: undefined }, names: {} }
  }
  const collection = path.endsWith('/from-image') ? path.slice(0, -'/from-image'.length) : path
  const start = `${collection}/{`
  const next = Object.keys(paths).find((other) => other.startsWith(start))
  const name = next?.slice(start.length, next.indexOf('}', start.length))
  const records = recordsIn(answer)
  const [record] = records
  const id = name === undefined ? undefined : (record?.[name] ?? record?.['id'])
  return {
    values: name !== undefined && typeof id === 'string' ? { [name]: id } : {},
    names: Object.fromEntries(records.flatMap(namedBy)),
  }
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

/** The id of a record with its name, if it has both. */
function namedBy(record: Fields): [id: string, name: string][] {
  const { id, name, persona } = record
  const called = name ?? (isObject(persona) ? persona['name'] : undefined)
  return typeof id === 'string' && typeof called === 'string' && called !== '' ? [[id, called]] : []
}

/** A character of the account, so that the examples work as they are; none if there is none, or no key. */
export async function readFirstCharacter(apiKey: string): Promise<KnownIds> {
  if (apiKey === '') return NO_IDS
  try {
    const answer = await fetch('/api/v1/characters?limit=1', { headers: { 'X-API-Key': apiKey } })
    const [record] = answer.ok ? recordsIn(await answer.json()) : []
    const id = record?.['id']
    return typeof id === 'string'
      ? {
          values: { characterId: id },
          names: Object.fromEntries(record === undefined ? [] : namedBy(record)),
        }
      : NO_IDS
  } catch {
    return NO_IDS
  }
}
