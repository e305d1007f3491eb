import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isInRanges } from '../../domain/control/address-range.js'
import { domainError } from '../../domain/errors.js'
import type { HttpSettings } from '../http-deps.js'
import { hasForwardingHeaders, isForwardedOnlyFor } from './forwarding-headers.js'

type Guard = (request: FastifyRequest) => Promise<void>
type ProxyTrust = Pick<HttpSettings, 'trustedProxies'>

/**
 * Keeps control and staff routes from everyone but the people at this machine: other machines, unless the host was
 * set by hand; names that somebody pointed at this machine (DNS rebinding); and pages of other sites.
 */
export function createLocalAccessGuard({
  hostWasSet,
  hosts,
  trustedProxies,
}: ProxyTrust & Pick<HttpSettings, 'hostWasSet' | 'hosts'>): Guard {
  const isFromThisMachine = createSameMachineCheck({ trustedProxies })
  const isOurs = createHostCheck(hosts)
  // Bound to every address of this machine, whichever of them is asked for is ours. A literal cannot be rebound.
  const isAnyAddressOurs = hosts.some((host) => host === '0.0.0.0' || host === '::')

  return async (request) => {
    if (!hostWasSet && !isFromThisMachine(request)) throw forbidden('from other machines')

    const host = hostOf(request.headers.host ?? '')
    if (!isOurs(host) && !(isAnyAddressOurs && isAddressLiteral(host)))
      throw forbidden('under this host name')

    const isOwnPage = (origin: string) => isOurs(originHostOf(origin)) || originHostOf(origin) === host
    if (!isSameSiteRequest(request, isOwnPage)) throw forbidden('to pages of other sites')
  }
}

/** For what nobody but this machine may ever ask, even when the host was set by hand. */
export function createSameMachineGuard(trust: ProxyTrust): Guard {
  const isFromThisMachine = createSameMachineCheck(trust)
  return async (request) => {
    if (!isFromThisMachine(request)) throw forbidden('from other machines')
  }
}

/**
 * Whether a request was sent on this machine. What a proxy passed on was sent elsewhere, unless the proxy is trusted and
 * names none but addresses of this machine: 127.0.0.1 in the word of a proxy on another machine would be that machine.
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
  const named = new Set(hosts.map((host) => canonicalHost(host)))
  return (host) => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, '')) || named.has(host)
}

function createLoopbackCheck(): (address: string) => boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  return (address) => isIP(address) !== 0 && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** The host of a `Host` header without its port; empty when it is not written as one. */
function hostOf(authority: string): string {
  const [, bracketed, name] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(authority) ?? []
  return canonicalHost(bracketed ?? name ?? '')
}

const originHostOf = (origin: string): string => hostOf(/^https?:\/\/(.+)$/i.exec(origin)?.[1] ?? '')

/** One spelling for each host: lower case, no dot at the end, IPv6 shortened and in brackets. */
function canonicalHost(host: string): string {
  if (isIPv6(host)) return new URL(`http://[${host}]`).hostname
  return host.toLowerCase().replace(/\.$/, '')
}

const isAddressLiteral = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0

/** Browsers say where a request comes from, and pages cannot forge it; programs that are no browsers say nothing. */
function isSameSiteRequest({ headers }: FastifyRequest, isOwnPage: (origin: string) => boolean): boolean {
  const { origin } = headers
  if (origin !== undefined && !isOwnPage(origin)) return false
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'same-site' || site === 'none'
}

const forbidden = (how: string) => domainError('controlRefused', how)
