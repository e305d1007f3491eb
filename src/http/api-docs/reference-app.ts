import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type FastifyInstance, fastify } from 'fastify'
import { LOCAL_SECRET_HEADER } from '../../contract/accounts.js'
import { operations } from '../../contract/index.js'
import { namedSchemas } from '../named-schemas.js'
import { describeOperation } from './openapi-operation.js'
import { markOptionalBodies } from './optional-bodies.js'

/**
 * An app that never listens: it knows every operation only to describe it, at `/docs`.
 * Apart from the real one, so that a server starts without paying for a document that nobody asked for yet.
 */
export async function createReferenceApp(): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: true })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }))

  await app.register(swagger, {
    openapi: OPENAPI,
    transformObject: (made) =>
      'openapiObject' in made ? markOptionalBodies(made.openapiObject) : made.swaggerObject,
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    uiConfig: { layout: 'BaseLayout', deepLinking: true, displayOperationId: true },
    theme: { title: 'parley API' },
  })
  for (const schema of namedSchemas()) app.addSchema(schema)
  for (const operation of operations) app.route({ ...describeOperation(operation), handler: async () => '' })
  await app.ready()
  return app
}

/** Nothing comes from another host, whatever the page asks for; the page styles itself inline. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const OPENAPI: NonNullable<FastifyDynamicSwaggerOptions['openapi']> = {
  openapi: '3.1.0',
  info: {
    title: 'parley',
    version: '1',
    description:
      'Characters, conversations and the local control plane of a character conversation service. ' +
      'Conversations themselves run over Socket.IO: see /asyncapi.json.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'characters', description: 'Personas with their voice, models and actions' },
    { name: 'batches', description: 'Many characters at once, with their documents' },
    { name: 'documents', description: 'What characters know: PDF documents' },
    { name: 'conversations', description: 'One per player and character, with their messages' },
    { name: 'shares', description: 'Links that let strangers talk to a character' },
    { name: 'organizations', description: 'Own characters together; made in the control plane' },
    {
      name: 'control',
      description:
        'Accounts, keys, organizations and the clock of a local server; not open to other machines',
    },
    { name: 'operations', description: 'Is the server there, and how is it?' },
    { name: 'legacy', description: 'Older paths, kept for shipped clients: see /docs/migration' },
  ],
  components: {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key (`svc_…`) that holds the scope named; `write` implies `read`',
      },
      BearerKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key that holds the scope named, as `Authorization: Bearer`',
      },
      IdToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An ID token, which holds every scope of its account',
      },
      LocalSecret: {
        type: 'apiKey',
        in: 'header',
        name: LOCAL_SECRET_HEADER,
        description: 'The secret of this server, new at each start: `localSecret` of its ready line',
      },
    },
  },
}
