import type { Credentials } from './authentication.js'

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
