import type { FastifyRequest } from 'fastify'

/** What steers this machine's server, or tells how it is. */
const CLOSED = ['/api/control', '/api/staff', '/api/system-metrics']

export const isRestrictedPath = (path: string): boolean => CLOSED.some((prefix) => path.startsWith(prefix))

/**
 * Whether a request is for control or staff routes: by its route, because an address can be spelled in more than one way;
 * one that matched no route by its address, decoded as the router does.
 */
export const isRestrictedRequest = ({ is404, url, routeOptions }: FastifyRequest): boolean =>
  isRestrictedPath(is404 ? decoded(url.split('?', 1)[0] ?? '') : (routeOptions.url ?? ''))

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
