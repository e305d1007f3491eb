import type { IncomingHttpHeaders } from 'node:http'

/** Headers that name the client for whom a proxy asks. Node gives names in lower case. */
const CLIENT_ADDRESSES = [
  ...['x-forwarded-for', 'x-original-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'x-proxyuser-ip'],
]

/** Everything that proxies and content delivery networks add to the requests that they pass on. */
const FORWARDING: ReadonlySet<string> = new Set([
  ...CLIENT_ADDRESSES,
  ...['via', 'forwarded', 'x-forwarded', 'x-original-host', 'cdn-loop'],
])
const FORWARDING_PREFIXES = ['x-forwarded-', 'cf-']

export const hasForwardingHeaders = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(
    (name) => FORWARDING.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix)),
  )

/**
 * Whether forwarding headers name an address, and none that does not fit. Every address in every header has to: a client
 * may have sent all but the last, and with several headers it may have sent all that its proxy does not set.
 */
export function isForwardedOnlyFor(
  headers: IncomingHttpHeaders,
  fits: (address: string) => boolean,
): boolean {
  const named = [
    ...CLIENT_ADDRESSES.flatMap((name) => listOf(headers[name])),
    ...listOf(headers.forwarded).map(clientOf),
  ]
  return named.length > 0 && named.every((node) => fits(addressOf(node)))
}

/** Node has already joined what came in several headers of one name. */
const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : String(value).split(',')

/** The `for` of one element of `Forwarded` (RFC 7239); empty when it has none. */
const clientOf = (element: string): string => {
  const pair = element.split(';').find((part) => /^\s*for=/i.test(part)) ?? ''
  return pair
    .slice(pair.indexOf('=') + 1)
    .trim()
    .replace(/^"|"$/g, '')
}

/** An address without the port that may follow it: `192.0.2.1:80`, `[2001:db8::1]:80`, `[2001:db8::1]`. */
function addressOf(node: string): string {
  const text = node.trim()
  const [, bracketed, dotted] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(text) ?? []
  return bracketed ?? dotted ?? text
}
