import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { legacyRouteTable } from '../../contract/legacy/route-table.js'
import type { HttpDeps } from '../http-deps.js'

/** The documentation of the API, generated on first request so that a start does not pay for it. */
export const apiDocsRoutes: FastifyPluginAsync<Pick<HttpDeps, 'settings'>> = async (app, { settings }) => {
  const reference = createLazyReferenceApp(app)
  const browse = async (request: FastifyRequest, reply: FastifyReply) => {
    const { routing } = await reference()
    reply.hijack()
    routing(request.raw, reply.raw)
  }
  const config = { credential: 'none' } as const

  app.get('/openapi.json', { config }, async () => (await reference()).swagger())
  app.get('/asyncapi.json', { config }, async () => {
    const { createAsyncApi } = await import('./asyncapi.js')
    return createAsyncApi()
  })
  app.get('/docs/migration', { config }, async (_request, reply) => {
    const { createMigrationGuide } = await import('./migration-guide.js')
    const { html, policy } = createMigrationGuide(legacyRouteTable, settings.deprecation)
    reply.headers({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' })
    return reply.type('text/html; charset=utf-8').send(html)
  })
  app.get('/', { config }, async (_request, reply) => reply.redirect('/docs'))
  app.get('/docs', { config }, browse)
  app.get('/docs/*', { config }, browse)
}

/** The app behind `/docs`, created once and closed together with its owner. */
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
