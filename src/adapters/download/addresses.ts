import { lookup } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { targetProblem } from '../../domain/documents/check-url.js'
import { DocumentFailure } from '../../domain/documents/failure.js'
import { hostOf, isAllowedHost, type PrivateHosts } from '../../domain/documents/private-hosts.js'
import { isIpAddress, isPublicAddress } from '../../domain/documents/public-address.js'

/** All addresses of a name; rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The machine's own resolver, hosts file included. */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)

type Guard = { readonly resolve: Resolve; readonly allowed: PrivateHosts }

/**
 * Every address that a connection for this URL may go to. One answer that is not public blocks the name, for nobody
 * knows which of them is taken.
 */
export async function resolveAllowedAddresses(
  { resolve, allowed }: Guard,
  url: URL,
): Promise<readonly string[]> {
  if (targetProblem(url, allowed) !== undefined)
    throw blockedFailure('The host of the document is not public')
  const bare = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIpAddress(bare) ? [bare] : await resolveName(resolve, url.hostname)
  if (isAllowedHost(url, allowed) || addresses.every(isPublicAddress)) return addresses
  throw blockedFailure('The host of the document has an address that is not public')
}

async function resolveName(resolve: Resolve, name: string): Promise<readonly string[]> {
  const found = await resolve(name).catch((cause: unknown) => {
    throw new DocumentFailure('fetch_dns_failed', 'The host of the document did not resolve', { cause })
  })
  if (found.length > 0) return found
  throw new DocumentFailure('fetch_dns_failed', 'The host of the document has no address')
}

export const blockedFailure = (message: string) => new DocumentFailure('fetch_blocked', message)

/** Answers with what was checked, so that nothing is looked up a second time. */
export const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    const [first] = found
    if (all === true || first === undefined) answer(null, found)
    else answer(null, first.address, first.family)
  }

/** What a certificate must be for: the name without its dot at the end, which no certificate has. Addresses have none. */
export const serverNameOf = (url: URL): { servername?: string } =>
  isIpAddress(url.hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: hostOf(url) }
