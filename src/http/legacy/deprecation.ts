import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LegacyRoute } from '../../contract/legacy-operation.js'
import type { HttpSettings } from '../http-deps.js'

type SetDeprecationHeaders = (request: FastifyRequest, reply: FastifyReply) => void
type DeprecationSettings = Pick<HttpSettings, 'deprecation' | 'docsUrl'>

/** Where this server has the guide. A reference relative to the answer leads there through any proxy. */
const OWN_DOCS = '/docs'

/** Says on every answer of an old path since when it is old, and what took its place; nothing until that is decided. */
export function createDeprecationHeaders(
  { deprecation, docsUrl }: DeprecationSettings,
  rows: readonly LegacyRoute[],
): SetDeprecationHeaders {
  if (deprecation === null) return () => {}

  const successors = new Map(rows.map(({ operation, successor }) => [operation.url, successor.url]))
  const always = headersOf(deprecation)
  const guide = `<${docsUrl ?? OWN_DOCS}/migration>; rel="deprecation"; type="text/html"`

  return ({ params, routeOptions: { url = '' } }, reply) => {
    const successor = pathTo(successors.get(url) ?? '', params)
    const links = successor === '' ? guide : `${guide}, <${successor}>; rel="successor-version"`
    reply.headers({ ...always, link: links })
  }
}

/** RFC 9745: a structured-field date; RFC 8594: an HTTP date. */
function headersOf({ since, sunset }: NonNullable<DeprecationSettings['deprecation']>) {
  const deprecation = `@${Math.floor(since.getTime() / 1000)}`
  return sunset === null ? { deprecation } : { deprecation, sunset: sunset.toUTCString() }
}

/** The path with the ids of the request in it; empty when it asks for one that the request does not have. */
function pathTo(url: string, params: unknown): string {
  const ids = new Map(Object.entries(params ?? {}))
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (!names.every((name) => ids.has(name))) return ''
  return url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ids.get(name))))
}
