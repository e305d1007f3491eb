import ipaddr from 'ipaddr.js'

/** A host that documents may be downloaded from although it is not public (docs/rest.md, Documents). */
export type PrivateHost = {
  /** As in a URL: lower case, IPv6 in brackets, without a trailing dot. */
  readonly host: string
  /** Null: every port. */
  readonly port: number | null
}
export type PrivateHosts = readonly PrivateHost[]

/** Parses `host` or `host:port`; undefined when it is neither. Patterns are refused, so that only named hosts are allowed. */
export function parsePrivateHost(text: string): PrivateHost | undefined {
  const hostAndPort = ipaddr.IPv6.isValid(text) ? `[${text}]` : text
  const [, written, digits] = /^(\[[^\]]+\]|[^\s:/?#@\\]+)(?::(\d{1,5}))?$/.exec(hostAndPort) ?? []
  if (written === undefined || !URL.canParse(`http://${written}/`)) return undefined
  const host = hostOf(new URL(`http://${written}/`))
  const port = digits === undefined ? null : Number(digits)
  if (!/^(\[.+\]|[a-z0-9._-]+)$/.test(host) || port === 0 || Number(port) > 65_535) return undefined
  return { host, port }
}

/** Whether the configuration allows this host and port, by this name. */
export const isAllowedHost = (url: URL, allowed: PrivateHosts): boolean =>
  allowed.some(({ host, port }) => host === hostOf(url) && (port === null || port === portOf(url)))

/** The host of a URL without trailing dots. */
export const hostOf = (url: URL): string => url.hostname.replace(/(?<!\.)\.+$/, '')

const portOf = ({ protocol, port }: URL): number => {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
