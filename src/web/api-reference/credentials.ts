import type { Credentials } from './authentication.js'

const KEY = 'parley.credentials'
const NONE: Credentials = { apiKey: '', idToken: '', localSecret: '' }

/** Those of this tab, with the key of the address if it has one. */
export function readCredentials(): Credentials {
  const stored = { ...NONE, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Credentials>) }
  const apiKey = takeKeyFromAddress()
  return apiKey === null ? stored : storeCredentials({ ...stored, apiKey })
}

/**
 * The key that the address has behind `#`, as the server prints it (`/docs#key=svc_…`) or alone; null: it has none. That part is
 * not sent to any server, and it is taken out of the address, so that it does not stay in a copied link.
 */
export function takeKeyFromAddress(): string | null {
  const behind = location.hash.slice(1)
  const key = KEY_FORM.test(behind) ? behind : new URLSearchParams(behind).get('key')
  if (key !== null) history.replaceState(null, '', location.pathname)
  return key
}

const KEY_FORM = /^svc_[\w-]+$/

export function storeCredentials(credentials: Credentials): Credentials {
  sessionStorage.setItem(KEY, JSON.stringify(credentials))
  return credentials
}
