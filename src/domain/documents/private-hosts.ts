import ipaddr from 'ipaddr.js'

/** A host that documents may be fetched from though it is not public (docs/rest.md, Documents). */
export type PrivateHost = {
  /** As a URL writes it: lower case, IPv6 in brackets, without a dot at the end. */
  readonly host: string
  /** Null: every port of it. */
  readonly port: number | null
}
export type PrivateHosts = readonly PrivateHost[]

/** Reads `H` or `H:P`. Undefined: it is neither; a pattern is not, for exactly the named host is opened. */
export function parsePrivateHost(text: string): PrivateHost | undefined {
  const whole = ipaddr.IPv6.isValid(text) ? `[${text}]` : text
  const [, written, digits] = /^(\[[^\]]+\]|[^\s:/?#@\\]+)(?::(\d{1,5}))?$/.exec(whole) ?? []
  if (written === undefined || !URL.canParse(`http://${written}/`)) return undefined
  const host = hostOf(new URL(`http://${written}/`))
  const port = digits === undefined ? null : Number(digits)
  if (!/^(\[.+\]|[a-z0-9._-]+)$/.test(host) || port === 0 || Number(port) > 65_535) return undefined
  return { host, port }
}

/** Whether this host and port, by this very name, was opened by hand. */
export const isAllowedHost = (url: URL, allowed: PrivateHosts): boolean =>
  allowed.some(({ host, port }) => host === hostOf(url) && (port === null || port === portOf(url)))

/** The host of a URL without the dots that may end it. */
export const hostOf = (url: URL): string => url.hostname.replace(/(?<!\.)\.+$/, '')

const portOf = ({ protocol, port }: URL): number => {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
