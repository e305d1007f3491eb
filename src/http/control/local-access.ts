import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { LOCAL_SECRET_HEADER } from '../../contract/accounts.js'
import { isInRanges } from '../../domain/control/address-range.js'
import { domainError } from '../../domain/errors.js'
import type { Secrets } from '../../domain/random.js'
import type { HttpSettings } from '../http-deps.js'

type Guard = (request: FastifyRequest) => Promise<void>
type ProxyTrust = Pick<HttpSettings, 'trustedProxies'>

/**
 * Restricts control and staff routes to this machine. Rejects other machines, unless the host was set explicitly; foreign
 * host names that resolve to this machine (DNS rebinding); and pages of other sites.
 */
export function createLocalAccessGuard({
  hostWasSet,
  hosts,
  trustedProxies,
}: ProxyTrust & Pick<HttpSettings, 'hostWasSet' | 'hosts'>): Guard {
  const isFromThisMachine = createSameMachineCheck({ trustedProxies })
  const isOwnHost = createHostCheck(hosts)
  // A server that is bound to all addresses accepts every IP literal, to which DNS rebinding does not apply.
  const acceptsAnyAddress = hosts.some((host) => host === '0.0.0.0' || host === '::')

  return async (request) => {
    if (!hostWasSet && !isFromThisMachine(request)) throw forbidden('from other machines')

    const host = hostOf(request.headers.host ?? '')
    if (!isOwnHost(host) && !(acceptsAnyAddress && isAddressLiteral(host)))
      throw forbidden('under this host name')

    const isOwnPage = (origin: string) => isOwnHost(originHostOf(origin)) || originHostOf(origin) === host
    if (!isSameSiteRequest(request, isOwnPage)) throw forbidden('to pages of other sites')
  }
}

/** Restricts a route to this machine even when the host was set explicitly. */
export function createSameMachineGuard(trust: ProxyTrust): Guard {
  const isFromThisMachine = createSameMachineCheck(trust)
  return async (request) => {
    if (!isFromThisMachine(request)) throw forbidden('from other machines')
  }
}

/**
 * Whether a request was sent from this machine. A forwarded request counts only if its proxy is trusted, is on this
 * machine, and names only loopback addresses: those of a proxy on another machine would mean that machine.
 */
function createSameMachineCheck({ trustedProxies }: ProxyTrust): (request: FastifyRequest) => boolean {
  const isLoopback = createLoopbackCheck()
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? ''
    if (!isLoopback(peer)) return false
    if (!hasForwardingHeaders(headers)) return true
    return isInRanges(peer, trustedProxies) && isForwardedOnlyFor(headers, isLoopback)
  }
}

function createHostCheck(hosts: readonly string[]): (host: string) => boolean {
  const isLoopback = createLoopbackCheck()
  const allowed = new Set(hosts.map((host) => canonicalHost(host)))
  return (host) => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, '')) || allowed.has(host)
}

function createLoopbackCheck(): (address: string) => boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  return (address) => isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The host of a `Host` header without its port; empty when it is malformed. */
function hostOf(authority: string): string {
  const [, bracketed, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(authority) ?? []
  return canonicalHost(bracketed ?? name ?? '')
}

const originHostOf = (origin: string): string => hostOf(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? '')

/** Normalises a host: lower case, no trailing dot, IPv6 compressed and in brackets. */
function canonicalHost(host: string): string {
  if (isIPv6(host)) return new URL(`http://[${host}]`).hostname
  return host.toLowerCase().replace(/\.$/, '')
}

const isAddressLiteral = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0

/** Browsers send the origin of a request, which pages cannot forge; other programs send none and are accepted. */
function isSameSiteRequest({ headers }: FastifyRequest, isOwnPage: (origin: string) => boolean): boolean {
  const { origin } = headers
  if (origin !== undefined && !isOwnPage(origin)) return false
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'same-site' || site === 'none'
}

const forbidden = (how: string) => domainError('controlRefused', how)

type CheckDeps = { readonly secrets: Pick<Secrets, 'hash' | 'timingSafeEqual'>; readonly localSecret: string }

/**
 * Requires the local secret. An address alone proves nothing: behind a proxy without forwarding headers, every client
 * seems to be on this machine. Hashes are compared, so that the time reveals neither the secret nor its length.
 */
export function createLocalSecretCheck({ secrets, localSecret }: CheckDeps) {
  const expected = secrets.hash(localSecret)
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const sent = headers[LOCAL_SECRET_HEADER.toLowerCase()]
    if (typeof sent === 'string' && secrets.timingSafeEqual(secrets.hash(sent), expected)) return
    throw domainError(sent === undefined ? 'missingLocalSecret' : 'invalidLocalSecret', LOCAL_SECRET_HEADER)
  }
}

/** Headers in which proxies name the original client, in lower case as Node gives them. */
const CLIENT_ADDRESSES = [
  ...['x-forwarded-for', 'x-original-forwarded-for', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'cf-connecting-ip', 'fastly-client-ip', 'x-proxyuser-ip'],
]

/** Headers that proxies and content delivery networks add to forwarded requests. */
const FORWARDING: ReadonlySet<string> = new Set([
  ...CLIENT_ADDRESSES,
  ...['via', 'forwarded', 'x-forwarded', 'x-original-host', 'cdn-loop'],
])
const FORWARDING_PREFIXES = ['x-forwarded-', 'cf-']

const hasForwardingHeaders = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(
    (name) => FORWARDING.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix)),
  )

/**
 * Whether the forwarding headers name at least one address, and every address fits. All must fit, because the client can
 * forge every entry but the last, and every header that its proxy does not set.
 */
function isForwardedOnlyFor(headers: IncomingHttpHeaders, fits: (address: string) => boolean): boolean {
  const nodes = [
    ...CLIENT_ADDRESSES.flatMap((name) => listOf(headers[name])),
    ...listOf(headers.forwarded).map(clientOf),
  ]
  return nodes.length > 0 && nodes.every((node) => fits(addressOf(node)))
}

/** Node has already joined repeated headers with commas. */
const listOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : String(value).split(',')

/** The `for` parameter of an element of `Forwarded` (RFC 7239); empty when it has none. */
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
