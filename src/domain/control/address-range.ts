import ipaddr from 'ipaddr.js'

/** Addresses that share their first `prefix` bits with `address`. */
export type AddressRange = { readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly prefix: number }

/** Reads an address or a range in CIDR notation. Undefined: it is neither. */
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

/** An IPv4 address that is written as an IPv6 one (`::ffff:192.0.2.1`) is the IPv4 address. */
function parseAddress(text: string): AddressRange['address'] | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}
