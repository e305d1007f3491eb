import { type Client, ServiceError } from '../../client/create-client.js'
import { type ApiKey, getMe, listKeys } from '../../contract/accounts.js'
import { listCharacters } from '../../contract/characters.js'
import { SCOPES } from '../../contract/scopes.js'
import { CommandError } from '../errors/command-error.js'
import { describeFailure } from '../errors/describe-failure.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import type { ServiceTarget } from '../server-address/discovery.js'
import { findIdToken } from '../server-address/id-token.js'
import { type Check, fail, ok, warn } from './check.js'

const TOKEN = 'ID token'
const KEY = 'API key'

type Service = { readonly client: Client; readonly target: ServiceTarget }

/** Checks the ID token, given or issued. `account` is null if there is none, which is no failure. */
export async function checkIdToken(
  service: Service,
  flags: ServiceFlags,
  clientOf: (idToken: string) => Promise<Client>,
): Promise<{ readonly check: Check; readonly account: Client | null }> {
  const isGiven = flags['id-token'] !== undefined
  try {
    const client = await clientOf(await findIdToken(service, flags))
    const { account } = await client.call(getMe, {})
    const whose = `${isGiven ? 'the given token is' : 'issued'} for ${printableLine(account.email)}`
    return { check: ok(TOKEN, whose), account: client }
  } catch (error) {
    return { check: tokenFailure(error, isGiven), account: null }
  }
}

function tokenFailure(error: unknown, isGiven: boolean): Check {
  if (error instanceof CommandError)
    return ok(TOKEN, 'none given; only keys, orgs, clock and reset need one (--id-token)')
  const { message, status } = describeFailure(error)
  if (isGiven && status === 401)
    return fail(
      TOKEN,
      `the given token is refused: ${message}`,
      'Omit it, or pass a new one with --id-token.',
    )
  return warn(
    TOKEN,
    `none could be obtained: ${message}`,
    'keys, orgs, clock and reset need one: --id-token.',
  )
}

type KeyContext = {
  readonly target: ServiceTarget
  readonly flags: ServiceFlags
  /** Acts as an account, which may read the scopes of its keys. */
  readonly account: Client | null
}

/** Checks whether the service accepts the credentials, and reports their scopes and the number of characters. */
export async function checkApiKey(client: Client, { target, flags, account }: KeyContext): Promise<Check[]> {
  const { apiKey } = target
  if (apiKey === undefined && flags['id-token'] === undefined) return [noKey()]
  const scopes = account && apiKey !== undefined ? await scopesOf(account, apiKey) : null
  try {
    const { total } = await client.call(listCharacters, { query: { limit: 1 } })
    const valid =
      apiKey === undefined ? 'none: the ID token is used instead' : `valid; ${describeScopes(scopes)}`
    return [ok(KEY, valid), checkCharacters(total)]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [refused(apiKey === undefined ? TOKEN : KEY, error, scopes)]
  }
}

const noKey = (): Check =>
  fail(
    KEY,
    'none: the service refuses requests without credentials',
    'Pass --api-key or PARLEY_API_KEY; the key of a local server is found with --data-dir or --ready-file.',
  )

function refused(name: string, error: ServiceError, scopes: ApiKey['scopes'] | null): Check {
  const { message } = describeFailure(error)
  if (error.code === 'insufficient_scope')
    return warn(
      name,
      `valid, but may not list characters; ${describeScopes(scopes)}`,
      'Use a key with characters:read.',
    )
  if (error.status === 401)
    return fail(name, `refused: ${message}`, 'Pass a valid one with --api-key or PARLEY_API_KEY.')
  return fail(name, `refused: ${message}`, 'Check --org-id, --player-id and their environment variables.')
}

/** The scopes of a key, found by its preview; null if they cannot be read, as for a key of another account. */
async function scopesOf(account: Client, apiKey: string): Promise<ApiKey['scopes'] | null> {
  try {
    const { keys } = await account.call(listKeys, {})
    return keys.find(({ preview }) => apiKey.startsWith(preview.replace(/(?<!\W)\W+$/, '')))?.scopes ?? null
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

function describeScopes(scopes: ApiKey['scopes'] | null): string {
  if (scopes === null) return 'its scopes are unknown (it belongs to another account)'
  return scopes.length === SCOPES.length ? 'every scope' : `scopes: ${scopes.join(' ')}`
}

function checkCharacters(total: number): Check {
  if (total > 0) return ok('characters', total === 1 ? 'one to talk to' : `${total} to talk to`)
  return warn('characters', 'none yet', 'Create one with `parley characters create --name Mira`.')
}

/** Reports the player and organization that restrict what commands see, because they are easily forgotten. */
export function checkActingFor(flags: ServiceFlags, wasFlagGiven: (flag: string) => boolean): Check[] {
  const restrictions = (['player-id', 'org-id'] as const).flatMap((flag) => {
    const value = flags[flag]
    const source = wasFlagGiven(flag) ? `--${flag}` : `PARLEY_${flag.toUpperCase().replace('-', '_')}`
    return value ? [`${printableLine(value)} (${source})`] : []
  })
  return restrictions.length === 0 ? [] : [ok('acts for', `only ${restrictions.join(' in ')}`)]
}
