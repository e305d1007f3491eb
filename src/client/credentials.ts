import type { Operation } from '../contract/operation.js'

export type Credentials = {
  readonly apiKey?: string | undefined
  readonly idToken?: string | undefined
  readonly playerId?: string | undefined
  readonly orgId?: string | undefined
}

/** The headers that say who asks: no more than the operation needs. */
export function credentialHeaders(
  { apiKey, idToken, playerId, orgId }: Credentials,
  { config }: Pick<Operation, 'config'>,
): Record<string, string> {
  if (!('scope' in config)) return config.credential === 'none' ? {} : bearer(idToken)
  const key = config.keyAs === 'bearer' ? bearer : inHeader
  return {
    ...(apiKey ? key(apiKey) : bearer(idToken)),
    ...(playerId ? { 'x-player-id': playerId } : {}),
    ...(orgId ? { 'x-org-id': orgId } : {}),
  }
}

const inHeader = (apiKey: string): Record<string, string> => ({ 'x-api-key': apiKey })

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}
