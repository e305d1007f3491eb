import type { ApiOperation } from './api-document.js'

/** What requests are sent with. They stay in this tab, and leave it only in requests to this server. */
export type Credentials = { readonly apiKey: string; readonly idToken: string; readonly localSecret: string }

/**
 * The header that authenticates a request of this operation; null if it needs none. A credential that was not given is a
 * word in capitals, to be replaced by whoever copies the command.
 */
export function authenticationOf(
  { security = [] }: ApiOperation,
  { apiKey, idToken, localSecret }: Credentials,
): [string, string] | null {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (schemes.length === 0) return null
  if (schemes.includes('LocalSecret')) return ['X-Parley-Local', localSecret || 'LOCAL_SECRET']
  const takesKey = schemes.includes('ApiKey') || schemes.includes('BearerKey')
  if (!takesKey || (apiKey === '' && idToken !== ''))
    return ['Authorization', `Bearer ${idToken || 'ID_TOKEN'}`]
  const key = apiKey || 'API_KEY'
  return schemes.includes('ApiKey') ? ['X-API-Key', key] : ['Authorization', `Bearer ${key}`]
}

/** What has to be given before a request of this operation can succeed, in words; null: nothing. */
export function missingCredential(operation: ApiOperation, given: Credentials): string | null {
  const value = authenticationOf(operation, given)?.[1] ?? ''
  if (value === 'LOCAL_SECRET') return 'the local secret (see “Other credentials” at the top)'
  if (value.endsWith('ID_TOKEN'))
    return 'an ID token (see “Other credentials” at the top; `parley token` prints one)'
  return value.endsWith('API_KEY') ? 'an API key (see “API key” at the top)' : null
}

/** Who may call an operation, in words. */
export function accessOf({ security = [] }: ApiOperation): string {
  const words: Readonly<Record<string, string>> = {
    ApiKey: 'API key',
    BearerKey: 'API key as bearer',
    IdToken: 'ID token',
    LocalSecret: 'local secret',
  }
  const ways = security.flatMap((one) =>
    Object.entries(one).map(([name, scopes]) =>
      [words[name] ?? name, ...scopes.map((scope) => `(${scope})`)].join(' '),
    ),
  )
  return ways.length === 0 ? 'open to all' : ways.join(' or ')
}
