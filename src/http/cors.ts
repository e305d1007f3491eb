import type { FastifyReply, FastifyRequest } from 'fastify'

/** Routes that steer this machine's server; no page of another site may read their answers. */
const CLOSED = ['/api/control/', '/api/staff/', '/api/system-metrics']

const isOpen = (path: string): boolean => !CLOSED.some((prefix) => path.startsWith(prefix))

const EXPOSED = 'X-Request-Id, Retry-After, Location, WWW-Authenticate, Deprecation, Sunset, Link'

/**
 * Lets any page read the answer: credentials travel in headers that a page must know, never in cookies.
 * Goes by the route and not by the address, which can be spelled in more than one way.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin === undefined || !isOpen(request.routeOptions.url ?? '')) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED)
}

/** Any request header may come: each vendor's client identifies itself under a name of its own (wire-protocol, 6.1). */
export function allowPreflight(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { path, methods }: { path: string; methods: readonly string[] },
): void {
  if (!isOpen(path)) {
    reply.removeHeader('access-control-allow-origin')
    return
  }
  reply.header('access-control-allow-methods', methods.join(', '))
  reply.header('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
  reply.header('access-control-max-age', '7200')
}
