import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { legacyRouteTable } from '../../contract/legacy/route-table.js'
import { notFound } from '../../domain/errors.js'
import type { HttpDeps } from '../http-deps.js'

type ApiDocsDeps = Pick<HttpDeps, 'settings' | 'referencePage'>

/** The documentation of the API, generated on first request so that a start does not pay for it. */
export const apiDocsRoutes: FastifyPluginAsync<ApiDocsDeps> = async (app, deps) => {
  const { settings, referencePage } = deps
  const reference = createLazyReferenceApp(app)
  const config = { credential: 'none' } as const
  const file = async (name: string) => {
    const page = await referencePage.find(name)
    if (page === undefined) throw notFound('Page')
    return page
  }

  app.get('/openapi.json', { config }, async () => (await reference()).swagger())
  app.get('/asyncapi.json', { config }, async () => {
    const { createAsyncApi } = await import('./asyncapi.js')
    return createAsyncApi()
  })
  app.get('/docs/migration', { config }, async (_request, reply) => {
    const { fillMigrationGuide } = await import('./migration-guide.js')
    const page = await file('migration-guide.html')
    const html = fillMigrationGuide(
      Buffer.from(page.bytes).toString('utf8'),
      legacyRouteTable,
      settings.deprecation,
    )
    reply.headers({ 'content-security-policy': policyOf(page.bytes), ...PAGE_HEADERS })
    return reply.type(page.type).send(html)
  })
  app.get('/', { config }, async (_request, reply) => reply.redirect('/docs'))
  for (const url of ['/docs', '/docs/']) {
    app.get(url, { config }, async (_request, reply) => {
      const page = await file('index.html')
      reply.headers({ 'content-security-policy': policyOf(page.bytes), ...PAGE_HEADERS })
      return reply.type(page.type).send(page.bytes)
    })
  }
}

const PAGE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' }
const POLICY_START = 'Content-Security-Policy" content="'

/** The policy of the page, which has the hashes of its script and style, with what only a header can forbid. */
function policyOf(bytes: Uint8Array): string {
  const html = Buffer.from(bytes).toString('utf8')
  const start = html.indexOf(POLICY_START) + POLICY_START.length
  return `${html.slice(start, html.indexOf('"', start))}; frame-ancestors 'none'`
}

/** The app that describes the operations, created once and closed together with its owner. */
function createLazyReferenceApp(owner: FastifyInstance): () => Promise<FastifyInstance> {
  let opened: Promise<FastifyInstance> | undefined
  owner.addHook('onClose', async () => {
    await (await opened)?.close()
  })
  return () => {
    opened ??= import('./reference-app.js').then(({ createReferenceApp }) => createReferenceApp())
    return opened
  }
}
