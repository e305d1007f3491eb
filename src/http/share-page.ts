import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '../domain/errors.js'
import type { PageFiles } from '../domain/pages/ports.js'
import { getShareStatus, type ShareStatus, type ShareStatusDeps } from '../domain/shares/shares.js'

type PageDeps = ShareStatusDeps & { readonly sharePage: PageFiles }

const STATUS: Readonly<Record<ShareStatus, number>> = { active: 200, ended: 410, unknown: 404 }

/** Allows resources of this server only, and no inline scripts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The textures of a 3D model are inside its file and are loaded by blob and data URLs.
  "img-src 'self' data: blob:",
  "connect-src 'self' blob:",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': POLICY,
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** The names of built files contain the hash of their content. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'

/** Serves the page of share links, the same for every id. Its HTTP status tells the page the state of the share. */
export const sharePageRoutes: FastifyPluginAsync<PageDeps> = async (app, deps) => {
  const config = { credential: 'none' } as const
  const file = async (name: string) => (await deps.sharePage.find(name)) ?? pageNotFound()

  for (const url of ['/s/:shareId', '/sa/:shareId']) {
    app.get<{ Params: { shareId: string } }>(url, { config }, async ({ params }, reply) => {
      const { bytes, type } = await file('index.html')
      reply.code(STATUS[await getShareStatus(deps, params.shareId)])
      return reply.headers(PAGE_HEADERS).type(type).send(bytes)
    })
  }
  app.get<{ Params: { name: string } }>('/share-page/:name', { config }, async ({ params }, reply) => {
    const { bytes, type } = await file(params.name)
    reply.headers({ 'cache-control': IMMUTABLE_CACHING, 'x-content-type-options': 'nosniff' })
    return reply.type(type).send(bytes)
  })
}

function pageNotFound(): never {
  throw notFound('Page')
}
