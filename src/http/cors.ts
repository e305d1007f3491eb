import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRestrictedPath, isRestrictedRequest } from './control/restricted-routes.js'

const EXPOSED = 'X-Request-Id, Retry-After, Location, WWW-Authenticate, Deprecation, Sunset, Link'

/**
 * Lets any page read the answer, except of control and staff routes: credentials travel in headers that a page must know,
 * never in cookies.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined || isRestrictedRequest(request)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
}

/**
 * Any request header may come: each vendor's client identifies itself under a name of its own
 * (docs/wire-protocol.md, Headers and credentials).
 */
export function allowPreflight(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path, methods }: { path: string; methods: readonly string[] },
): void {
  if (isRestrictedPath(path)) {
    reply.removeHeader('access-control-allow-origin')
    return
  }
  reply.header('access-control-allow-methods', methods.join(', '))
  reply.header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
  reply.header('access-control-max-age', '7200')
}
