import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '../../domain/errors.js'
import type { PageFiles } from '../../domain/pages/ports.js'
import { getShareStatus, type ShareStatus, type ShareStatusDeps } from '../../domain/shares/shares.js'

type PageDeps = ShareStatusDeps & { readonly sharePage: PageFiles }

const STATUS: Readonly<Record<ShareStatus, number>> = { active: 200, ended: 410, unknown: 404 }

/** Nothing from anywhere else, and no script that does not come as a file from here. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // What a 3D model is painted with lies within its file, and is read from there by such an address.
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

/** The names of what is built carry the hash of what is in it. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'

/** The page behind share links: the same for every id. How the share stands its status says, which the page tells in words. */
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
