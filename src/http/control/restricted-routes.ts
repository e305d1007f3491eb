import type { FastifyRequest } from 'fastify'

/** Routes that control this server or show its state. */
const RESTRICTED = ['/api/control', '/api/staff', '/api/system-metrics']

export const isRestrictedPath = (path: string): boolean =>
  RESTRICTED.some((prefix) => path.startsWith(prefix))

/**
 * Whether a request is for control or staff routes. Decides by the matched route, because a URL can be spelled in several
 * ways; without a match, by the URL, decoded like the router does.
 */
export const isRestrictedRequest = ({ is404, url, routeOptions }: FastifyRequest): boolean =>
  isRestrictedPath(is404 ? decodePath(url.split('?', 1)[0] ?? '') : (routeOptions.url ?? ''))

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
