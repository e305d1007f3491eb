import type { Server } from 'node:http'
import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  fastify,
} from 'fastify'
import type { TSchema } from 'typebox'
import { JSON_BODY_BYTES, PUBLIC_BODY_BYTES, REQUEST_HEAD_SECONDS } from '../contract/limits.js'
import type { Log } from '../domain/log.js'
import type { Meter } from '../domain/operations/ports.js'
import { apiDocsRoutes } from './api-docs/routes.js'
import { createAuthentication, requireDeclaredAccess, requiresCredential } from './authentication.js'
import { compressLarge } from './content-negotiation.js'
import { createLocalAccessGuard } from './control/local-access.js'
import { isRestrictedRequest } from './control/restricted-routes.js'
import { controlRoutes, jwksRoutes } from './control/routes.js'
import { allowOrigin } from './cors.js'
import { answerMalformedRequest, createErrorHandler, createUnmatchedHandler, webrtcRoutes } from './errors.js'
import { documentFileRoutes, fileRoutes } from './files/routes.js'
import type { HttpDeps } from './http-deps.js'
import { parseJsonBody, refuseEncodedBody } from './json-body.js'
import { createSerializerFactory } from './lazy-compilers.js'
import { legacyRoutes } from './legacy/routes.js'
import { namedSchemas } from './named-schemas.js'
import { sharePageRoutes } from './share-page.js'
import { staffRoutes } from './staff/routes.js'
import { batchRoutes } from './v1/batches.js'
import { characterRoutes } from './v1/characters.js'
import { conversationRoutes } from './v1/conversations.js'
import { documentRoutes } from './v1/documents.js'
import { encounterRoutes } from './v1/encounters.js'
import { generationRoutes } from './v1/generation.js'
import { healthRoutes } from './v1/health.js'
import { memoryRoutes } from './v1/memories.js'
import { modelRoutes } from './v1/models.js'
import { organizationRoutes } from './v1/organizations.js'
import { shareRoutes } from './v1/shares.js'
import { turnRoutes } from './v1/turns.js'
import { uploadRoutes } from './v1/uploads.js'
import { createValidatorCompiler } from './validation.js'

export type { HttpDeps } from './http-deps.js'

/** Compiles schemas, which refer to `named`, to validators and serialisers on first use. */
export type Compilers = {
  readonly named: ReturnType<typeof namedSchemas>
  readonly validator: FastifySchemaCompiler<TSchema>
  readonly serializers: SerializerFactory
}

export function createCompilers(): Compilers {
  const named = namedSchemas()
  return { named, validator: createValidatorCompiler(named), serializers: createSerializerFactory() }
}

type SchemaBucket = ReturnType<
  NonNullable<NonNullable<FastifyHttpOptions<Server>['schemaController']>['bucket']>
>
type RoutePlugin = FastifyPluginAsyncTypebox<HttpDeps>

/** Added to the app itself: a plugin context for each of them would take a large part of the time of a start. */
const PLAIN_ROUTES: readonly RoutePlugin[] = [
  healthRoutes,
  characterRoutes,
  modelRoutes,
  fileRoutes,
  batchRoutes,
  documentRoutes,
  documentFileRoutes,
  conversationRoutes,
  turnRoutes,
  memoryRoutes,
  shareRoutes,
  encounterRoutes,
  organizationRoutes,
  controlRoutes,
  staffRoutes,
  jwksRoutes,
  apiDocsRoutes,
  sharePageRoutes,
  webrtcRoutes,
]
/** Their hooks and parsers of bodies count for their own routes only. */
const ROUTES_WITH_HOOKS: readonly RoutePlugin[] = [uploadRoutes, generationRoutes, legacyRoutes]

/** Creates the REST API, which does not listen yet. Several servers of one process may share `compilers`. */
export async function createApp(deps: HttpDeps, compilers = createCompilers()): Promise<FastifyInstance> {
  const app = createFastify(deps, compilers)
  app.setValidatorCompiler(compilers.validator)
  acceptJsonOnly(app)
  addRequestHooks(app, deps)

  for (const addRoutes of PLAIN_ROUTES) await addRoutes(app, deps)
  for (const plugin of ROUTES_WITH_HOOKS) await app.register(plugin, deps)
  return app
}

function createFastify(
  { log, secrets }: Pick<HttpDeps, 'log' | 'secrets'>,
  { named, serializers }: Pick<Compilers, 'named' | 'serializers'>,
): FastifyInstance {
  const nextRequestId = createRequestIds(secrets.token(6))
  const answerError = createErrorHandler(log)
  const options: FastifyHttpOptions<Server> = {
    // The limit of routes without authentication; `addRequestHooks` raises it for the others.
    bodyLimit: PUBLIC_BODY_BYTES,
    genReqId: nextRequestId,
    requestTimeout: 300_000,
    // A request that arrives while the server closes is answered like any other; its connection is closed after it.
    return503OnClosing: false,
    // Instead of `addSchema`, with which Fastify would copy all schemas anew for each route.
    schemaController: {
      bucket: fixedBucket(named),
      compilersFactory: { buildSerializer: serializers },
    },
    routerOptions: { maxParamLength: 65_536 },
    // Node would reject a missing Host header with an empty response; routes that depend on the host check it themselves.
    http: {
      requireHostHeader: false,
      headersTimeout: REQUEST_HEAD_SECONDS * 1000,
      // How often Node checks that timeout, in milliseconds.
      connectionsCheckingInterval: 5000,
    },
    frameworkErrors: (error, request, reply) => {
      // The URL was rejected before routing, so no hook has run.
      setCommonHeaders(request, reply)
      answerError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, nextRequestId()),
  }
  const app = fastify(options).withTypeProvider<TypeBoxTypeProvider>()
  // Node would reject an unknown `Expect` header with an empty response.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  return app
}

/** The schemas by their `$id`, the same for all plugins. */
function fixedBucket(named: Compilers['named']): () => SchemaBucket {
  const schemas = Object.fromEntries(named.map((schema) => [schema.$id, schema]))
  const bucket: SchemaBucket = {
    add: () => {
      throw new Error('All schemas are named in the contract.')
    },
    getSchema: (id) => schemas[id],
    getSchemas: () => schemas,
  }
  return () => bucket
}

/** Ids that are unique within a run, with a prefix that is unique to the run. */
function createRequestIds(run: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${run}-${count.toString(36)}`
  }
}

function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJsonBody(body),
  )
}

function addRequestHooks(app: FastifyInstance, deps: HttpDeps): void {
  const paths = createUnmatchedHandler()
  app.decorateRequest('caller')
  app.addHook('onRoute', (route) => {
    requireDeclaredAccess(route)
    if (requiresCredential(route.config)) route.bodyLimit ??= JSON_BODY_BYTES
    paths.addRoute(route)
  })
  app.addHook('onRequest', (request, reply, done) => {
    setCommonHeaders(request, reply)
    done()
  })
  const guard = createLocalAccessGuard(deps.settings)
  app.addHook('onRequest', async (request) => {
    if (isRestrictedRequest(request)) await guard(request)
  })
  app.addHook('onRequest', async (request, reply) => {
    // Before the body is read, because the client is not authenticated.
    if (request.is404) return paths.answerUnmatched(request, reply)
  })
  app.addHook('onRequest', createAuthentication(deps))
  app.addHook('preParsing', refuseEncodedBody)
  app.addHook('onSend', compressLarge)
  app.addHook('onResponse', (request, reply, done) => {
    recordRequestMetrics(deps.meter, request, reply)
    logRequest(deps.log, request, reply)
    done()
  })
  app.setErrorHandler(createErrorHandler(deps.log))
  app.setNotFoundHandler((request, reply) => paths.answerUnmatched(request, reply))
}

function recordRequestMetrics(
  meter: Meter,
  { method, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): void {
  meter.countRequest({
    method,
    route: routeOptions.url ?? 'unmatched',
    status: reply.statusCode,
    seconds: reply.elapsedTime / 1000,
  })
}

/** Logs the route instead of the URL, which may contain player ids and API keys. */
function logRequest(
  log: Log,
  { id, method, routeOptions, headers }: FastifyRequest,
  reply: FastifyReply,
): void {
  log.debug('request answered', {
    requestId: id,
    method,
    route: routeOptions.url,
    status: reply.statusCode,
    milliseconds: Math.round(reply.elapsedTime),
    client: headers['x-service-client'],
  })
}

/** Sets the headers of every response. */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id)
  reply.header('cache-control', 'no-store')
  allowOrigin(request, reply)
}
