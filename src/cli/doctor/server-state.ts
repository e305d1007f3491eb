import { type Client, ServiceError } from '../../client/create-client.js'
import { type ClockState, getClock } from '../../contract/accounts.js'
import { checkProviders, type ProviderStatus } from '../../contract/providers.js'
import { getStaffHealth, type SkippedMessage, type StaffHealth } from '../../contract/staff.js'
import { printableLine } from '../output/printable.js'
import { PROVIDER_LABELS } from '../providers/provider-labels.js'
import { providerSentence } from '../providers/provider-view.js'
import type { LocalServer } from '../server-address/server-file.js'
import { type Check, fail, ok, warn } from './check.js'

const MAX_SKEW_SECONDS = 60

type LocalContext = {
  readonly local: LocalServer | null
  readonly ownVersion: string
  readonly now: () => number
}

/** Checks what a local server reports to staff: version, clock, store, skipped messages, providers. */
export async function checkServerState(
  account: Client | null,
  { local, ownVersion, now }: LocalContext,
): Promise<Check[]> {
  const health = account && (await nullIfRefused(account.call(getStaffHealth, {})))
  const clock = account && (await nullIfRefused(account.call(getClock, {})))
  const asked = account && (await nullIfRefused(account.call(checkProviders, {})))
  return [
    checkVersion(health?.version ?? local?.version ?? null, ownVersion),
    ...(clock ? [checkClock(clock, now())] : []),
    ...(health ? [checkStore(health), ...checkSkippedMessages(health)] : []),
    ...checkProviderNames(local?.providers ?? (health ? { llm: health.dependencies.models.default } : {})),
    ...(asked?.providers ?? []).filter(({ status }) => status !== 'built_in').map(checkProvider),
  ]
}

/** Null if the service refuses the request, or does not know it. */
async function nullIfRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

function checkVersion(version: string | null, own: string): Check {
  if (version === null) return ok('version', `parley ${own} here; the server does not report its version`)
  if (version === own) return ok('version', `parley ${own}, here and there`)
  const message = `parley ${own} here, ${printableLine(version)} there`
  return warn(
    'version',
    message,
    'Restart the server with this version, or run commands with the version of the server.',
  )
}

function checkClock({ now, frozen }: ClockState, here: number): Check {
  if (frozen) return warn('clock', `frozen at ${now}`, 'Nothing becomes due until `parley clock release`.')
  const seconds = Math.round((Date.parse(now) - here) / 1000)
  if (Math.abs(seconds) <= MAX_SKEW_SECONDS) return ok('clock', 'runs, and agrees with this machine')
  const apart = `${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine`
  return warn('clock', apart, 'Fine in a test; otherwise use `parley clock set`, or correct the system time.')
}

function checkStore({ dependencies: { store } }: StaffHealth): Check {
  if (store.status === 'ok' && !store.missingFiles) return ok('store', `${store.records} records, writable`)
  if (store.status === 'ok') {
    const files = store.missingFiles === 1 ? 'a file is' : `${store.missingFiles} files are`
    const hint = 'Restore files/ of the data folder from a backup, or delete the records that they belong to.'
    return warn('store', `${store.records} records, writable, but ${files} missing`, hint)
  }
  const why = printableLine(store.failure ?? 'unknown')
  if (store.status === 'degraded') {
    return fail('store', `nothing can be written: ${why}`, 'Free disk space: writing resumes by itself.')
  }
  const hint = 'Check the disk, then restart the server.'
  return fail('store', `nothing can be written any more: ${why}`, hint)
}

const WHY_SKIPPED: Readonly<Record<SkippedMessage['reason'], string>> = {
  time_limit: 'took too much processor time',
  memory_limit: 'took too much memory',
  error: 'failed',
  process_ended: 'twice ended the server process',
}
/** The number of conversations named in the message. */
const MAX_NAMED = 3

/** Reports messages without extraction of memories. An older server does not report them. */
function checkSkippedMessages({ extraction }: Partial<Pick<StaffHealth, 'extraction'>>): Check[] {
  if (extraction === undefined || extraction.skippedMessages === 0) return []
  const { skippedMessages, conversations } = extraction
  const named = conversations
    .slice(0, MAX_NAMED)
    .map(({ conversationId, characterId, playerId, messages }) => {
      const each = messages.map(({ messageId, reason }) => `${messageId} ${WHY_SKIPPED[reason]}`).join(', ')
      return `conversation ${conversationId} of character ${characterId} and player ${playerId} (message ${each})`
    })
  const more = conversations.length > MAX_NAMED ? '; and others' : ''
  const count = skippedMessages === 1 ? 'one message is' : `${skippedMessages} messages are`
  return [
    warn(
      'memories',
      printableLine(
        `${count} skipped, because the extraction of memories from them did not finish: ${named.join('; ')}${more}`,
      ),
      'Read them with `parley players messages CHARACTER PLAYER`, add what matters with `parley memories add`, or delete the conversation with `parley players delete`.',
    ),
  ]
}

/** A model that does not answer fails every turn of a character that needs it. */
function checkProvider(provider: ProviderStatus): Check {
  const label = PROVIDER_LABELS.get(provider.role) ?? provider.role
  const sentence = providerSentence(provider)
  if (provider.status === 'ok') return ok(label, sentence)
  const hint = printableLine(provider.hint ?? '')
  return provider.isDefault && provider.status === 'failed'
    ? fail(label, sentence, hint)
    : warn(label, sentence, hint)
}

/** Which providers are the defaults; those that are not built in are asked, too. */
function checkProviderNames(providers: Readonly<Record<string, unknown>>): Check[] {
  const named = Object.entries(providers).map(([ability, name]) => {
    const provider = printableLine(String(name))
    return `${PROVIDER_LABELS.get(ability) ?? ability}: ${provider === 'stub' ? 'stub, not a real provider' : provider}`
  })
  return named.length === 0 ? [] : [ok('providers', named.join('; '))]
}
