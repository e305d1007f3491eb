import ipaddr from 'ipaddr.js'

/** The only range of public unicast addresses in IPv6; it excludes IPv4-compatible addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet. Special ranges are not (docs/rest.md, Documents). IPv6 addresses that
 * embed an IPv4 address (mapped, NAT64, 6to4, Teredo) are never public, and neither are addresses with a zone.
 */
export function isPublicAddress(text: string): boolean {
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

/** Whether a host, without brackets, is an IP address and not a name. */
export const isIpAddress = (host: string): boolean => ipaddr.isValid(host)
