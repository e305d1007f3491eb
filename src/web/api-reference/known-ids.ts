import type { ApiOperation, OpenApi } from './api-document.js'

/** Values of path parameters by their names, which all operations share: who has chosen a character goes on with it. */
export type KnownIds = Readonly<Record<string, string>>

/**
 * The ids that an answer holds, by the names of the path parameters that take them: after `/api/v1/characters/` that is
 * `characterId`. Of a list the first entry counts.
 */
export function idsOfAnswer({ path }: ApiOperation, { paths }: OpenApi, answer: unknown): KnownIds {
  const collection = path.endsWith('/from-image') ? path.slice(0, -'/from-image'.length) : path
  const start = `${collection}/{`
  const next = Object.keys(paths).find((other) => other.startsWith(start))
  const name = next?.slice(start.length, next.indexOf('}', start.length))
  const record = firstRecord(answer)
  const id = name === undefined ? undefined : (record?.[name] ?? record?.['id'])
  return name !== undefined && typeof id === 'string' ? { [name]: id } : {}
}

/** The answer itself, or the first entry of the list that it is or has. */
function firstRecord(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(answer)) return firstRecord(answer[0])
  if (typeof answer !== 'object' || answer === null) return undefined
  const list = Object.values(answer).find(Array.isArray)
  return 'id' in answer || list === undefined ? { ...answer } : firstRecord(list)
}

/** A character of the account, so that the examples work as they are; none if there is none, or no key. */
export async function readFirstCharacter(apiKey: string): Promise<KnownIds> {
  if (apiKey === '') return {}
  try {
    const answer = await fetch('/api/v1/characters?limit=1', { headers: { 'X-API-Key': apiKey } })
    const id = answer.ok ? firstRecord(await answer.json())?.['id'] : undefined
    return typeof id === 'string' ? { characterId: id } : {}
  } catch {
    return {}
  }
}
