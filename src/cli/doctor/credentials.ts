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

/** An ID token, given or issued, and whether it is worth anything. Null: there is none, which is no failure. */
export async function checkIdToken(
  service: Service,
  flags: ServiceFlags,
  clientOf: (idToken: string) => Promise<Client>,
): Promise<{ readonly check: Check; readonly account: Client | null }> {
  const isGiven = flags['id-token'] !== undefined
  try {
    const client = await clientOf(await findIdToken(service, flags))
    const { account } = await client.call(getMe, {})
    const whose = `${isGiven ? 'the one given is' : 'issued'} for ${printableLine(account.email)}`
    return { check: ok(TOKEN, whose), account: client }
  } catch (error) {
    return { check: noToken(error, isGiven), account: null }
  }
}

function noToken(error: unknown, isGiven: boolean): Check {
  if (error instanceof CommandError)
    return ok(TOKEN, 'none given; only keys, orgs, clock and reset need one (--id-token)')
  const { message, status } = describeFailure(error)
  if (isGiven && status === 401)
    return fail(TOKEN, `the one given is refused: ${message}`, 'Leave it out, or give a new one: --id-token.')
  return warn(TOKEN, `none can be had: ${message}`, 'keys, orgs, clock and reset need one: --id-token.')
}

type KeyFacts = {
  readonly target: ServiceTarget
  readonly flags: ServiceFlags
  /** Acts as an account, which may ask what its keys may do. */
  readonly account: Client | null
}

/** Whether the credentials that the commands send are taken, what they allow, and how much there is to see. */
export async function checkApiKey(client: Client, { target, flags, account }: KeyFacts): Promise<Check[]> {
  const { apiKey } = target
  if (apiKey === undefined && flags['id-token'] === undefined) return [noKey()]
  const scopes = account && apiKey !== undefined ? await scopesOf(account, apiKey) : null
  try {
    const { total } = await client.call(listCharacters, { query: { limit: 1 } })
    const valid =
      apiKey === undefined ? 'none: the ID token speaks in its place' : `valid; ${describeScopes(scopes)}`
    return [ok(KEY, valid), checkCharacters(total)]
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return [refused(apiKey === undefined ? TOKEN : KEY, error, scopes)]
  }
}

const noKey = (): Check =>
  fail(
    KEY,
    'none: the service refuses who shows nothing',
    "Give --api-key or PARLEY_API_KEY; a local server's own is found by --data-dir or --ready-file.",
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
    return fail(name, `refused: ${message}`, 'Give one that is valid there: --api-key or PARLEY_API_KEY.')
  return fail(name, `refused: ${message}`, 'Look at --org-id, --player-id and their variables.')
}

/** A key is known by its first characters; one of another account is not listed. */
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
  if (scopes === null) return 'its scopes are not told (it belongs to another account)'
  return scopes.length === SCOPES.length ? 'every scope' : `scopes: ${scopes.join(' ')}`
}

function checkCharacters(total: number): Check {
  if (total > 0) return ok('characters', total === 1 ? 'one to talk to' : `${total} to talk to`)
  return warn('characters', 'none yet', 'Make one with `parley characters create --name Mira`.')
}

/** What narrows down everything that the commands see, and is forgotten most easily. */
export function checkActingFor(flags: ServiceFlags, isTyped: (flag: string) => boolean): Check[] {
  const said = (['player-id', 'org-id'] as const).flatMap((flag) => {
    const value = flags[flag]
    const by = isTyped(flag) ? `--${flag}` : `PARLEY_${flag.toUpperCase().replace('-', '_')}`
    return value ? [`${printableLine(value)} (${by})`] : []
  })
  return said.length === 0 ? [] : [ok('acts for', `only ${said.join(' in ')}`)]
}
