import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

/** What describes the server to people and to tools; made when first asked for, so that a start pays nothing. */
export const documentRoutes: FastifyPluginAsync = async (app) => {
  const reference = openReference(app)
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
  app.get('/docs', { config }, browse)
  app.get('/docs/*', { config }, browse)
}

/** The app behind `/docs`: opened once, closed with the app that it belongs to. */
function openReference(owner: FastifyInstance): () => Promise<FastifyInstance> {
  let opened: Promise<FastifyInstance> | undefined
  owner.addHook('onClose', async () => {
    await (await opened)?.close()
  })
  return () => {
    opened ??= import('./reference.js').then(({ createReference }) => createReference())
    return opened
  }
}
