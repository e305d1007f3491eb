import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { errorForm, INSUFFICIENT_SCOPE, INTERNAL_ERROR } from '../contract/errors.js'
import { WEBRTC_NOT_SUPPORTED, WEBRTC_PATHS } from '../contract/webrtc.js'
import { DomainError, diskFull, isDiskFull } from '../domain/errors.js'
import type { Log } from '../domain/log.js'
import { allowPreflight } from './cors.js'
import { firstProblems, validationProblems } from './validation-problems.js'

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Sends every error as `{detail}`. Unexpected errors are logged, and the response says nothing about them. */
export const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, request, reply) => {
    if (error instanceof DomainError) return sendDomainError(error, reply)
    if (isDiskFull(error)) return sendDomainError(diskFull(error), reply)

    const frameworkError = (error ?? {}) as Partial<FastifyError>
    const { statusCode } = frameworkError
    if (frameworkError.validation !== undefined) {
      return reply.code(422).send({ detail: validationProblems(frameworkError, request.body) })
    }
    // The framework's own message may repeat the URL, and with it an API key.
    if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
      return reply.code(statusCode).send({ detail: STATUS_CODES[statusCode] ?? 'Bad Request' })
    }
    log.error('request failed', { requestId: request.id, route: request.routeOptions.url, error })
    return reply.code(INTERNAL_ERROR.status).send({ detail: INTERNAL_ERROR.message })
  }

function sendDomainError(error: DomainError, reply: FastifyReply): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  const challenge = challengeOf(error)
  if (challenge !== null) reply.header('www-authenticate', challenge)
  const detail = Array.isArray(error.detail) ? firstProblems<unknown>(error.detail) : error.detail
  return reply.code(errorForm(error.kind).status).send({ detail })
}

/** RFC 6750: a 401 names the scheme, and a 403 names the scope that is missing. */
function challengeOf({ kind, detail }: DomainError): string | null {
  if (kind === 'unauthenticated') return 'Bearer'
  if (typeof detail === 'string' || !('requiredScope' in detail)) return null
  return `Bearer error="${INSUFFICIENT_SCOPE}", scope="${String(detail.requiredScope)}"`
}

type ClientError = Error & { readonly code?: string }

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Node's internal name of the response in progress on a connection. */
type ClientSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Answers bytes that are not HTTP with a JSON error, then closes the connection, whose further bytes are unreliable. */
export function answerMalformedRequest(error: ClientError, socket: ClientSocket, requestId: string): void {
  const pending = socket._httpMessage
  if (pending?.req.complete === true && socket.writable) {
    // The invalid bytes follow a complete request, which is still answered.
    pending.once('close', () => socket.destroy())
    return
  }
  if (!socket.writable || pending?.headersSent === true) {
    socket.destroy()
    return
  }
  socket.end(errorResponse(STATUS_BY_CODE[error.code ?? ''] ?? 400, requestId))
}

function errorResponse(status: number, requestId: string): string {
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ detail: reason })
  return [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Answers requests that match no route: 405 if the path exists with other methods, else 404. */
export function createUnmatchedHandler() {
  const routes = new Map<string, Set<string>>()
  /** Compiled for the first request that needs them: most servers get none. */
  let patterns: (readonly [RegExp, Set<string>])[] | undefined

  function methodsAt(path: string): string[] {
    patterns ??= [...routes].map(([url, methods]) => [pathPattern(url), methods])
    const methods = patterns.flatMap(([pattern, at]) => (pattern.test(path) ? [...at] : []))
    return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
  }

  return {
    addRoute({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
      const methods = routes.get(url) ?? new Set()
      for (const name of [method].flat()) methods.add(name)
      routes.set(url, methods)
    },

    /** `OPTIONS` lists the methods of a known path. */
    answerUnmatched(request: FastifyRequest, reply: FastifyReply): FastifyReply {
      const [path = '/'] = request.url.split('?')
      const methods = methodsAt(path)
      if (methods.length === 0) return reply.code(404).send({ detail: 'Not Found' })

      reply.header('allow', methods.join(', '))
      if (request.method !== 'OPTIONS') return reply.code(405).send({ detail: 'Method Not Allowed' })
      allowPreflight(request, reply, { path, methods })
      return reply.code(204).send()
    },
  }
}

/** Compiles a path such as `/players/:playerId`; `*` matches the rest of the path. */
function pathPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+|\*/g, (part) => (part === '*' ? '.*' : '[^/]*'))}$`)
}

/**
 * Refuses voice over WebRTC with a reason. Published SDKs open a WebSocket at these paths, which fails at once, and then
 * read the reason from `validate`, with any status from 400 to 499 except 404, after which they would try an older path.
 */
export const webrtcRoutes: FastifyPluginAsync = async (app) => {
  for (const url of WEBRTC_PATHS) {
    app.get(url, { config: { credential: 'none' } }, async (_request, reply) =>
      reply.code(403).type('text/plain; charset=utf-8').send(WEBRTC_NOT_SUPPORTED),
    )
  }
}
