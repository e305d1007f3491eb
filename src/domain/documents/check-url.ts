import { DOCUMENT_URL_CHARACTERS } from '../../contract/documents.js'
import { hostOf, isAllowedHost, type PrivateHosts } from './private-hosts.js'
import { isIpAddress, isPublicAddress } from './public-address.js'

/** The codes of a 422 for a document's URL (docs/rest.md, Errors). */
export type UrlProblem = 'url_scheme_not_allowed' | 'url_blocked_host' | 'url_userinfo' | 'url_too_long'

/** Host names that resolve to this machine or its network. The port does not matter. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal)$/

/**
 * The first problem of a document's URL that is visible without network access: too long, scheme, userinfo, host. The
 * code that connects checks the addresses that a name resolves to.
 */
export function urlProblem(url: string, allowed: PrivateHosts): UrlProblem | undefined {
  if (url.length > DOCUMENT_URL_CHARACTERS) return 'url_too_long'
  if (!/^https?:\/\//i.test(url)) return 'url_scheme_not_allowed'
  // Checked on the text, because the parser drops empty userinfo.
  if (/^https?:[/\\]*[^/\\?#]*@/i.test(url)) return 'url_userinfo'
  // Open in the contract: a URL that cannot be parsed has no allowed host.
  return URL.canParse(url) ? targetProblem(new URL(url), allowed) : 'url_blocked_host'
}

/** As `urlProblem`, for a parsed URL such as the target of a redirect; does not check its length. */
export function targetProblem(url: URL, allowed: PrivateHosts): UrlProblem | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'url_scheme_not_allowed'
  if (url.username !== '' || url.password !== '') return 'url_userinfo'
  return isAllowedHost(url, allowed) || isPublicHost(hostOf(url)) ? undefined : 'url_blocked_host'
}

/** The URL parser has normalised the notations of an IPv4 address (hex, octal, short, percent-encoded). */
function isPublicHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIpAddress(bare)) return isPublicAddress(bare)
  return bare !== '' && !LOCAL_NAMES.test(bare)
}
