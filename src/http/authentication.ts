import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import type { Access } from '../contract/operation.js'
import type { Scope } from '../contract/scopes.js'
import { PLAYER_ID_MAX } from '../contract/shared.js'
import { type Caller, requireScope } from '../domain/access.js'
import {
  type AuthenticateDeps,
  authenticateIdToken,
  authenticateKey,
} from '../domain/accounts/authenticate.js'
import { domainError, notFound } from '../domain/errors.js'
import {
  type AuthenticateSessionDeps,
  authenticateSession,
  isSessionToken,
} from '../domain/shares/authenticate.js'
import { decodeHeader } from './request-headers.js'
import type { ValidationProblem } from './validation-problems.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly scope?: Scope
    readonly keyAs?: 'bearer'
    readonly sessions?: true
    readonly credential?: 'id_token' | 'staff' | 'local' | 'none'
  }
  interface FastifyRequest {
    /** Who sent the request. Set only on routes that require a scope or an ID token. */
    caller: Caller
  }
}

/** Throws for a route under `/api` that does not declare who may call it. */
export function requireDeclaredAccess({ url, config }: { url: string; config?: Partial<Access> }): void {
  if (!url.startsWith('/api/')) return
  if (config !== undefined && ('scope' in config || 'credential' in config)) return
  throw new Error(`The route ${url} does not declare who may call it`)
}

/** Whether a request must be authenticated before its body is read. */
export const requiresCredential = ({
  scope,
  credential,
}: Pick<FastifyContextConfig, 'scope' | 'credential'> = {}): boolean =>
  scope !== undefined || (credential !== undefined && credential !== 'none')

type AuthenticationDeps = AuthenticateDeps & AuthenticateSessionDeps

/** Authenticates a request as its route requires; the only place that sets `request.caller`. */
export const createAuthentication =
  (deps: AuthenticationDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    const { scope, credential, keyAs } = request.routeOptions.config
    if (scope !== undefined) {
      const caller = await (keyAs === 'bearer'
        ? callerFromBearer(deps, request)
        : callerFromApiKey(deps, request))
      if (caller.session === undefined) {
        requireScope(caller, scope)
        request.caller = { ...caller, playerId: playerIdOf(request), orgId: orgIdOf(request) }
      } else request.caller = authorizeSessionToken(request, caller)
      return
    }
    // A local secret belongs to no account: the route itself checks it, behind the guard of the control plane.
    if (credential === undefined || credential === 'none' || credential === 'local') return

    const caller = await callerFromIdToken(deps, bearerOf(request) ?? missingCredential('ID token'))
    if (caller.session !== undefined) throw sessionTokenRefused()
    if (credential === 'staff' && !caller.isStaff) throw domainError('staffOnly')
    request.caller = caller
  }

/** Accepts an API key or session token, else an ID token, which has every scope of its account. */
async function callerFromApiKey(deps: AuthenticationDeps, request: FastifyRequest): Promise<Caller> {
  const key = textOf(request.headers['x-api-key']) ?? queryOf(request, 'api_key')
  if (key === undefined) return callerFromIdToken(deps, bearerOf(request) ?? missingCredential('API key'))
  return isSessionToken(key) ? authenticateSession(deps, key) : authenticateKey(deps, key)
}

/** Accepts an API key as bearer (docs/rest.md, Credentials), or an ID token, which contains dots. */
async function callerFromBearer(deps: AuthenticationDeps, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerOf(request) ?? missingCredential('API key')
  return bearer.includes('.') || isSessionToken(bearer)
    ? callerFromIdToken(deps, bearer)
    : authenticateKey(deps, bearer)
}

const callerFromIdToken = (deps: AuthenticationDeps, token: string): Promise<Caller> =>
  isSessionToken(token) ? authenticateSession(deps, token) : authenticateIdToken(deps, token)

/** A session token may access its own character only (docs/rest.md, Credentials); it names its player itself. */
function authorizeSessionToken({ routeOptions, params }: FastifyRequest, caller: Caller): Caller {
  if (routeOptions.config.sessions !== true) throw sessionTokenRefused()
  const { characterId } = params as { readonly characterId?: string }
  if (characterId !== caller.session?.characterId) throw notFound('Character')
  return caller
}

const sessionTokenRefused = () => domainError('sessionTokenRefused')

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  textOf(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1])

function missingCredential(what: string): never {
  throw domainError('missingCredential', what)
}

function playerIdOf(request: FastifyRequest): string | null {
  const header = textOf(request.headers['x-player-id'])
  const playerId = header === undefined ? queryOf(request, 'player_id') : decodeHeader(header)
  if (playerId === undefined) return null
  if ([...playerId].length > PLAYER_ID_MAX) throw domainError('invalidFields', [playerIdTooLong])
  return playerId
}

const orgIdOf = ({ headers }: FastifyRequest): string | null => textOf(headers['x-org-id']) ?? null

const playerIdTooLong: ValidationProblem = {
  loc: ['header', 'X-Player-Id'],
  msg: `String should have at most ${PLAYER_ID_MAX} characters`,
  type: 'string_too_long',
}

/** Old clients can send credentials in the query only (docs/wire-protocol.md, Headers and credentials). */
const queryOf = ({ query }: FastifyRequest, name: string): string | undefined =>
  textOf((query as Record<string, unknown>)[name])

/** An empty value counts as absent, and so does a repeated one, which is an array. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
