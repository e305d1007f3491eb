import ipaddr from 'ipaddr.js'

/** Addresses that share their first `prefix` bits with `address`. */
export type AddressRange = { readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly prefix: number }

/** Parses an IP address or a range in CIDR notation; undefined when it is neither. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [written = '', digits, ...more] = text.split('/')
  const address = parseAddress(written)
  if (address === undefined || more.length > 0) return undefined
  const longest = address.kind() === 'ipv4' ? 32 : 128
  if (digits === undefined) return { address, prefix: longest }
  const prefix = Number(digits)
  return /^\d{1,3}$/.test(digits) && prefix <= longest ? { address, prefix } : undefined
}

export function isInRanges(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text)
  return (
    address !== undefined &&
    ranges.some(
      (range) => range.address.kind() === address.kind() && address.match(range.address, range.prefix),
    )
  )
}

/** Returns an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) as IPv4. */
function parseAddress(text: string): AddressRange['address'] | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
