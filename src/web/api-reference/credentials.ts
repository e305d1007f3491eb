import type { ApiOperation } from './api-document.js'

/** What requests are sent with. They stay in this tab, and leave it only in requests to this server. */
export type Credentials = { readonly apiKey: string; readonly idToken: string; readonly localSecret: string }

const KEY = 'parley.credentials'
const NONE: Credentials = { apiKey: '', idToken: '', localSecret: '' }

/**
 * Those of this tab. The key comes with the address that the server prints, `/docs#key=svc_…`: what stands behind `#` is
 * not sent to any server, and it is taken out of the address, so that it does not stay in a copied link.
 */
export function readCredentials(): Credentials {
  const stored = { ...NONE, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Credentials>) }
  const apiKey = new URLSearchParams(location.hash.slice(1)).get('key')
  if (apiKey === null) return stored
  history.replaceState(null, '', location.pathname)
  return storeCredentials({ ...stored, apiKey })
}

export function storeCredentials(credentials: Credentials): Credentials {
  sessionStorage.setItem(KEY, JSON.stringify(credentials))
  return credentials
}

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
  if (value === 'LOCAL_SECRET') return 'the local secret (under “Other credentials” above)'
  if (value.endsWith('ID_TOKEN'))
    return 'an ID token (under “Other credentials” above; `parley token` prints one)'
  return value.endsWith('API_KEY') ? 'an API key (above)' : null
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
