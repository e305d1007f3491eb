import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '../../domain/errors.js'
import type { HttpDeps } from '../http-deps.js'

/** The public keys of the built-in issuer, for whoever wants to verify its ID tokens (RFC 7517). */
export const jwksRoutes: FastifyPluginAsync<Pick<HttpDeps, 'issuer'>> = async (app, { issuer }) => {
  app.get('/.well-known/jwks.json', async () => {
    if (issuer === null) throw notFound('Key set')
    return issuer.keySet()
  })
}
