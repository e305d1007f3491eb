import { isObject } from '../../contract/is-object.js'
import type { ApiOperation, OpenApi } from './api-document.js'
import { type KnownIds, lastParameterOf } from './known-ids.js'
import type { HttpRequest, RequestValues } from './request.js'
import { sendRequest } from './send-request.js'

type Known = { readonly values: RequestValues; readonly ids: KnownIds; readonly openApi: OpenApi }

/** The key in its path stays. */
const SHARES_OF_KEY = 'revokeSharesOfKey'

/** Whether a deletion leaves what it is about, and only marks it. */
export const isOnlyMarked = ({ method, parameters = [] }: ApiOperation, values: RequestValues): boolean =>
  method === 'DELETE' &&
  parameters.some(({ name }) => name === 'hard') &&
  values.parameters['query hard'] !== 'true'

/** What a request that deletes does, with what that is called where it is known. */
export function deletionIn(operation: ApiOperation, values: RequestValues, { names }: KnownIds): string {
  const { operationId, path } = operation
  const last = lastParameterOf(path)
  const player = values.parameters['path playerId'] ?? ''
  if (last === null && path.endsWith('/memories'))
    return player === '' ? 'Erase all memories' : `Erase all memories of “${player}”`
  if (last === 'playerId')
    return player === '' ? 'Delete the conversation' : `Delete the conversation with “${player}”`
  const name = names[values.parameters[`path ${last}`] ?? '']
  const what = name === undefined ? '' : ` “${name}”`
  if (isOnlyMarked(operation, values)) return `Mark${what} as deleted`
  if (operationId === SHARES_OF_KEY) return `Revoke all shares of${what || ' the key'}`
  const verb = verbOf(operation)
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${what}`
}

/** Links and keys are revoked, members are removed. */
const verbOf = ({ operationId }: ApiOperation): string =>
  /^(?:revoke|remove)/.exec(operationId)?.[0] ?? 'delete'

/** Who loses what by a deletion, and how much where the server tells. */
export async function deletionOf(
  operation: ApiOperation,
  request: HttpRequest,
  { values, ids, openApi }: Known,
): Promise<string> {
  const { path } = operation
  const { [`path characterId`]: character = '', [`path playerId`]: player = '' } = values.parameters
  const who = ids.names[character] === undefined ? 'this character' : `“${ids.names[character]}”`
  const last = lastParameterOf(path)
  if (last === null && path.endsWith('/memories'))
    return `Erase all that ${who} remembers of ${player}?${await muchOf(path, request, openApi)}`
  if (last === 'playerId') {
    const memories = { ...request, url: `${request.url}/memories` }
    const much = await muchOf(`${path}/memories`, memories, openApi)
    return `Delete the conversation of ${who} with ${player}, and all that ${who} remembers of ${player}?${much}`
  }
  const name = ids.names[values.parameters[`path ${last}`] ?? '']
  const what = name === undefined ? 'this' : `“${name}”`
  if (operation.operationId === SHARES_OF_KEY)
    return `Really revoke all shares of ${name === undefined ? 'the key' : what}?`
  return isOnlyMarked(operation, values) ? `Mark ${what} as deleted?` : `Really ${verbOf(operation)} ${what}?`
}

/** How many memories there are, in a sentence; empty if that is not told. */
async function muchOf(path: string, { url, headers }: HttpRequest, { paths }: OpenApi): Promise<string> {
  if (paths[path]?.['get'] === undefined) return ''
  const list = { url: `${url.split('?')[0]}?limit=1`, headers, body: null, form: {} }
  const { value } = await sendRequest('GET', list, {})
  const total = isObject(value) ? value['total'] : null
  if (typeof total !== 'number') return ''
  return total === 1 ? ' It is 1 memory.' : ` These are ${total} memories.`
}
