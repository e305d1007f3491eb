import { LOCAL_SECRET_HEADER } from '../contract/accounts.js'
import type { Operation } from '../contract/operation.js'

export type Credentials = {
  readonly apiKey?: string | undefined
  readonly idToken?: string | undefined
  /** The secret of a local server (`localSecret` of its ready line), for operations that only its own machine may call. */
  readonly localSecret?: string | undefined
  readonly playerId?: string | undefined
  readonly orgId?: string | undefined
}

/** The headers that authenticate a request; sends only the credentials that the operation needs. */
export function credentialHeaders(
  { apiKey, idToken, localSecret, playerId, orgId }: Credentials,
  { config }: Pick<Operation, 'config'>,
): Record<string, string> {
  if (!('scope' in config)) return unscopedHeaders(config.credential, { idToken, localSecret })
  const key = config.keyAs === 'bearer' ? bearerHeader : apiKeyHeader
  return {
    ...(apiKey ? key(apiKey) : bearerHeader(idToken)),
    ...(playerId ? { 'x-player-id': playerId } : {}),
    ...(orgId ? { 'x-org-id': orgId } : {}),
  }
}

type Unscoped = Exclude<Operation['config'], { readonly scope: unknown }>['credential']

function unscopedHeaders(
  credential: Unscoped,
  { idToken, localSecret }: Pick<Credentials, 'idToken' | 'localSecret'>,
): Record<string, string> {
  if (credential === 'none') return {}
  if (credential !== 'local') return bearerHeader(idToken)
  return localSecret ? { [LOCAL_SECRET_HEADER.toLowerCase()]: localSecret } : {}
}

const apiKeyHeader = (apiKey: string): Record<string, string> => ({ 'x-api-key': apiKey })

const bearerHeader = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {}
