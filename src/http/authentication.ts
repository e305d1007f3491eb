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
import { decodeHeader } from './decode-header.js'
import type { ValidationProblem } from './validation-problems.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly scope?: Scope
    readonly keyAs?: 'bearer'
    readonly sessions?: true
    readonly credential?: 'id_token' | 'staff' | 'local' | 'none'
  }
  interface FastifyRequest {
    /** Who is asking. Set on every route that asks for a scope or an ID token; on others there is nobody. */
    caller: Caller
  }
}

/** A route under `/api` that does not say who may call it must not exist. */
export function requireDeclaredAccess({ url, config }: { url: string; config?: Partial<Access> }): void {
  if (!url.startsWith('/api/')) return
  if (config !== undefined && ('scope' in config || 'credential' in config)) return
  throw new Error(`The route ${url} does not say who may call it`)
}

/** Whether nothing of a request's body is read before it has shown a credential. */
export const requiresCredential = ({
  scope,
  credential,
}: Pick<FastifyContextConfig, 'scope' | 'credential'> = {}): boolean =>
  scope !== undefined || (credential !== undefined && credential !== 'none')

type AuthenticationDeps = AuthenticateDeps & AuthenticateSessionDeps

/** The one place where a request gets its caller, by what its route asks for. */
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
    // A local secret is nobody's: its route checks it, behind the guard of the control plane.
    if (credential === undefined || credential === 'none' || credential === 'local') return

    const caller = await callerFromIdToken(deps, bearerOf(request) ?? missingCredential('ID token'))
    if (caller.session !== undefined) throw sessionTokenRefused()
    if (credential === 'staff' && !caller.isStaff) throw domainError('staffOnly')
    request.caller = caller
  }

/** An API key or session token, else an ID token, which holds every scope of its account. */
async function callerFromApiKey(deps: AuthenticationDeps, request: FastifyRequest): Promise<Caller> {
  const key = textOf(request.headers['x-api-key']) ?? queryOf(request, 'api_key')
  if (key === undefined) return callerFromIdToken(deps, bearerOf(request) ?? missingCredential('API key'))
  return isSessionToken(key) ? authenticateSession(deps, key) : authenticateKey(deps, key)
}

/** The API key as bearer (docs/rest.md, Credentials), where an ID token may stand too: it has dots. */
async function callerFromBearer(deps: AuthenticationDeps, request: FastifyRequest): Promise<Caller> {
  const bearer = bearerOf(request) ?? missingCredential('API key')
  return bearer.includes('.') || isSessionToken(bearer)
    ? callerFromIdToken(deps, bearer)
    : authenticateKey(deps, bearer)
}

const callerFromIdToken = (deps: AuthenticationDeps, token: string): Promise<Caller> =>
  isSessionToken(token) ? authenticateSession(deps, token) : authenticateIdToken(deps, token)

/** A session token gets its character, and nothing else (docs/rest.md, Credentials). It says itself whose it is. */
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

/** Old clients can only send their credentials in the query (docs/wire-protocol.md, Headers and credentials). */
const queryOf = ({ query }: FastifyRequest, name: string): string | undefined =>
  textOf((query as Record<string, unknown>)[name])

/** Empty means absent; twice the same name is nobody's credential. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
