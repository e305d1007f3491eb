import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { LegacyRoute } from '../../contract/legacy/operation.js'
import { legacyRouteTable } from '../../contract/legacy/route-table.js'
import type { HttpDeps, HttpSettings } from '../http-deps.js'
import { agentRoutes } from './agents.js'
import { legacyConversationRoutes } from './conversations.js'
import { legacyDocumentRoutes } from './documents.js'
import { legacyEncounterRoutes } from './encounters.js'
import { legacyGenerationRoutes } from './generation.js'
import { legacyMemoryRoutes } from './memories.js'
import { legacyModelRoutes } from './models.js'

/** The legacy paths: each calls the same function as its successor and keeps its old response format. */
export const legacyRoutes: FastifyPluginAsync<HttpDeps> = async (app, deps) => {
  const setDeprecationHeaders = createDeprecationHeaders(deps.settings, legacyRouteTable)
  // In `onSend`, so that errors carry the headers too.
  app.addHook('onSend', async (request, reply) => setDeprecationHeaders(request, reply))
  await agentRoutes(app, deps)
  await legacyDocumentRoutes(app, deps)
  await legacyConversationRoutes(app, deps)
  await legacyMemoryRoutes(app, deps)
  await legacyEncounterRoutes(app, deps)
  await app.register(legacyGenerationRoutes, deps)
  await legacyModelRoutes(app, deps)
}

type SetDeprecationHeaders = (request: FastifyRequest, reply: FastifyReply) => void
type DeprecationSettings = Pick<HttpSettings, 'deprecation' | 'docsUrl'>

/** The guide on this server, as a relative reference, which works behind any proxy. */
const OWN_DOCS = '/docs'

/** Adds the Deprecation, Sunset and Link headers to responses of legacy routes once their dates are configured. */
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

/** Fills the ids of the request into the path; empty when the request lacks one of them. */
function pathTo(url: string, params: unknown): string {
  const ids = new Map(Object.entries(params ?? {}))
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (!names.every((name) => ids.has(name))) return ''
  return url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ids.get(name))))
}
