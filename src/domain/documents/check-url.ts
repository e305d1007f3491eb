import { DOCUMENT_URL_CHARACTERS } from '../../contract/documents.js'
import { hostOf, isAllowedHost, type PrivateHosts } from './private-hosts.js'
import { isIpAddress, isPublicAddress } from './public-address.js'

/** What a 422 says of a document's URL (docs/rest.md, Errors). */
export type UrlProblem = 'url_scheme_not_allowed' | 'url_blocked_host' | 'url_userinfo' | 'url_too_long'

/** Names that mean this machine or its network wherever they are asked for. Any port is as good as another. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/

/**
 * What is wrong with a document's URL before anything is asked of the network: the first of too long, scheme, userinfo,
 * host. What a name resolves to is for whoever connects.
 */
export function urlProblem(url: string, allowed: PrivateHosts): UrlProblem | undefined {
  if (url.length > DOCUMENT_URL_CHARACTERS) return 'url_too_long'
  if (!/^https?:\/\//i.test(url)) return 'url_scheme_not_allowed'
  // The parser drops userinfo that is empty.
  if (/^https?:[/\\]*[^/\\?#]*@/i.test(url)) return 'url_userinfo'
  // Open in the contract: what cannot be parsed names no host that may be asked.
  return URL.canParse(url) ? targetProblem(new URL(url), allowed) : 'url_blocked_host'
}

/** The same of a URL that was parsed, such as the target of a redirect. */
export function targetProblem(url: URL, allowed: PrivateHosts): UrlProblem | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'url_scheme_not_allowed'
  if (url.username !== '' || url.password !== '') return 'url_userinfo'
  return isAllowedHost(url, allowed) || isPublicHost(hostOf(url)) ? undefined : 'url_blocked_host'
}

/** The parser has made one notation of all those that an IPv4 address has (hex, octal, short, percent-encoded). */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIpAddress(bare)) return isPublicAddress(bare)
  return bare !== '' && !LOCAL_NAMES.test(bare)
}
