import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRestrictedPath, isRestrictedRequest } from './control/restricted-routes.js'

const EXPOSED = 'X-Request-Id, Retry-After, Location, WWW-Authenticate, Deprecation, Sunset, Link'

/**
 * Lets pages of every origin read the response, except of control and staff routes. This is safe because credentials are
 * sent in headers, which a page must know, and never in cookies.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined || isRestrictedRequest(request)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
}

/**
 * Allows every request header, because each vendor's client identifies itself by a different one
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
