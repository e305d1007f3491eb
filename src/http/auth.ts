import type { FastifyRequest } from 'fastify'
import type { Access } from '../contract/operation.js'
import type { Scope } from '../contract/scopes.js'
import { PLAYER_ID_MAX } from '../contract/shared.js'
import { type Caller, requireScope } from '../domain/access.js'
import {
  type AuthenticateDeps,
  authenticateIdToken,
  authenticateKey,
} from '../domain/accounts/authenticate.js'
import { DomainError } from '../domain/errors.js'
import { decodeHeader } from './header-text.js'
import type { Problem } from './problems.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly scope?: Scope
    readonly credential?: 'id_token' | 'staff' | 'none'
  }
  interface FastifyRequest {
    /** Who is asking. Set on every route that asks for a scope or an ID token; on others there is nobody. */
    caller: Caller
  }
}

/** A route under `/api` that does not say who may call it must not exist. */
export function refuseUndeclared({ url, config }: { url: string; config?: Partial<Access> }): void {
  if (!url.startsWith('/api/')) return
  if (config !== undefined && ('scope' in config || 'credential' in config)) return
  throw new Error(`The route ${url} does not say who may call it`)
}

/** The one place where a request gets its caller, by what its route asks for. */
export const createAuthentication =
  (deps: AuthenticateDeps) =>
  async (request: FastifyRequest): Promise<void> => {
    const { scope, credential } = request.routeOptions.config
    if (scope !== undefined) {
      const caller = await authenticate(deps, request)
      requireScope(caller, scope)
      request.caller = { ...caller, playerId: playerIdOf(request), orgId: orgIdOf(request) }
      return
    }
    if (credential === undefined || credential === 'none') return

    const caller = await authenticateIdToken(deps, bearerOf(request) ?? missing('ID token'))
    if (credential === 'staff' && !caller.isStaff) throw new DomainError('forbidden', 'Staff only')
    request.caller = caller
  }

/** An API key, else an ID token, which holds every scope of its account. */
function authenticate(deps: AuthenticateDeps, request: FastifyRequest): Promise<Caller> {
  const key = textOf(request.headers['x-api-key']) ?? queryOf(request, 'api_key')
  if (key !== undefined) return authenticateKey(deps, key)
  return authenticateIdToken(deps, bearerOf(request) ?? missing('API key'))
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  textOf(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1])

function missing(what: string): never {
  throw new DomainError('unauthenticated', `Missing ${what}`)
}

function playerIdOf(request: FastifyRequest): string | null {
  const header = textOf(request.headers['x-player-id'])
  const playerId = header === undefined ? queryOf(request, 'player_id') : decodeHeader(header)
  if (playerId === undefined) return null
  if ([...playerId].length > PLAYER_ID_MAX) throw new DomainError('unprocessable', [playerIdTooLong])
  return playerId
}

const orgIdOf = ({ headers }: FastifyRequest): string | null => textOf(headers['x-org-id']) ?? null

const playerIdTooLong: Problem = {
  loc: ['header', 'X-Player-Id'],
  msg: `String should have at most ${PLAYER_ID_MAX} characters`,
  type: 'string_too_long',
}

/** Old clients can only send their credentials in the query (wire-protocol, 6.1). */
const queryOf = ({ query }: FastifyRequest, name: string): string | undefined =>
  textOf((query as Record<string, unknown>)[name])

/** Empty means absent; twice the same name is nobody's credential. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
