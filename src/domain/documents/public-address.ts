import ipaddr from 'ipaddr.js'

/** All that is in use of IPv6 as public unicast; outside are the IPv4-compatible ones, too. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet. Every special range is not (docs/rest.md, Documents): those of
 * IPv6 that wrap an address of IPv4 (mapped, NAT64, 6to4, Teredo) are refused whatever they wrap, and so is one with
 * a zone.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/** Whether a host, as a URL writes it but without brackets, is an IP address and no name. */
export const isIpAddress = (host: string): boolean => ipaddr.isValid(host)
