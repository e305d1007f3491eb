import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swagger from '@fastify/swagger'
import { type FastifyInstance, fastify } from 'fastify'
import { LOCAL_SECRET_HEADER } from '../../contract/accounts.js'
import { operations } from '../../contract/index.js'
import { namedSchemas } from '../named-schemas.js'
import { describeOperation } from './openapi-operation.js'

/**
 * Creates an app that never listens and only describes every operation. It is separate from the real one, so
 * that a start does not pay for the document.
 */
export async function createReferenceApp(): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: true })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))

  await app.register(swagger, {
    openapi: OPENAPI,
    transformObject: (generated) =>
      'openapiObject' in generated ? markOptionalBodies(generated.openapiObject) : generated.swaggerObject,
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  })
  for (const schema of namedSchemas()) app.addSchema(schema)
  for (const operation of operations) app.route({ ...describeOperation(operation), handler: async () => '' })
  await app.ready()
  return app
}

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
    { name: 'conversations', description: 'One per player and character, with their messages' },
    { name: 'memories', description: 'What a character remembers of a player' },
    { name: 'encounters', description: 'Two characters talk to each other' },
    { name: 'shares', description: 'Links that let strangers talk to a character' },
    {
      name: 'documents',
      description:
        'PDF documents that characters know: upload a PDF or name its address, wait until it is ready',
    },
    { name: 'batches', description: 'Many characters in one request, with their documents' },
    {
      name: 'organizations',
      description: 'Accounts that own characters together; they are made and changed in the control plane',
    },
    {
      name: 'control',
      description:
        'Accounts, keys, organizations and the clock of a local server; other machines have no access',
    },
    {
      name: 'local',
      description:
        'What only this server has: providers, settings, players, and past turns looked at or asked again',
    },
    { name: 'operations', description: 'Health and metrics of the server' },
    { name: 'legacy', description: 'Older paths for clients that were shipped: see `/docs/migration`' },
  ],
  components: {
    securitySchemes: {
      ApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key (`svc_…`) that has the named scope; `write` implies `read`',
      },
      BearerKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key that has the named scope, as `Authorization: Bearer`',
      },
      IdToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'An ID token, which has every scope of its account',
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

type Described = { requestBody?: { required?: boolean; content: Record<string, { schema?: object }> } }
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>

/** Marks bodies that may be null as optional; @fastify/swagger marks every body as required. */
export function markOptionalBodies<D extends { readonly paths?: object }>(document: D): D {
  // The document was generated from our operations, so its paths have this shape.
  for (const path of Object.values((document.paths ?? {}) as Paths)) {
    for (const { requestBody } of Object.values(path)) {
      if (requestBody !== undefined && mayBeNull(requestBody)) requestBody.required = false
    }
  }
  return document
}

const mayBeNull = ({ content }: NonNullable<Described['requestBody']>): boolean =>
  Object.values(content).some(
    ({ schema = {} }) => 'type' in schema && Array.isArray(schema.type) && schema.type.includes('null'),
  )
