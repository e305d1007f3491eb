import type { FastifyPluginAsync } from 'fastify'
import { SHARE_STATUS_HEADER, type ShareLinkStatus } from '../contract/share-links.js'
import { notFound } from '../domain/errors.js'
import type { PageFiles } from '../domain/pages/ports.js'
import { requestBaseUrl } from '../domain/request-base-url.js'
import { type PreviewShareDeps, previewShare } from '../domain/shares/preview.js'
import type { HttpSettings } from './http-deps.js'
import { insertPreview } from './share-page-preview.js'

type PageDeps = PreviewShareDeps & {
  readonly sharePage: PageFiles
  readonly settings: Pick<HttpSettings, 'shareUrl'>
}

const STATUS: Readonly<Record<ShareLinkStatus, number>> = {
  active: 200,
  'used-up': 200,
  expired: 410,
  revoked: 410,
  unknown: 404,
}

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

/**
 * Serves the page of share links. Its HTTP status and a header tell how the share stands, and its head who is behind it;
 * without that it is the same for every id.
 */
export const sharePageRoutes: FastifyPluginAsync<PageDeps> = async (app, deps) => {
  const config = { credential: 'none' } as const
  const file = async (name: string) => (await deps.sharePage.find(name)) ?? pageNotFound()

  for (const url of ['/s/:shareId', '/sa/:shareId']) {
    app.get<{ Params: { shareId: string } }>(url, { config }, async (request, reply) => {
      const { bytes, type } = await file('index.html')
      const { status, preview } = await previewShare(deps, request.params.shareId)
      const base = deps.settings.shareUrl ?? requestBaseUrl(request)
      reply
        .code(STATUS[status])
        .headers({ ...PAGE_HEADERS, [SHARE_STATUS_HEADER]: status })
        .type(type)
      return reply.send(preview === null ? bytes : insertPreview(bytes, preview, base))
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
