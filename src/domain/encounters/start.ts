import { type StartEncounter, StartEncounterSchema } from '../../contract/encounters.js'
import type { Caller } from '../access.js'
import { type FindCharacterDeps, findAccessibleCharacter } from '../characters/access.js'
import type { Clock } from '../clock.js'
import { withDefaults } from '../defaults.js'
import { domainError } from '../errors.js'
import type { Ids } from '../random.js'
import type { LiveEncounters } from './live-encounters.js'
import type { EncounterRecord } from './record.js'

export type StartEncounterDeps = FindCharacterDeps & {
  readonly liveEncounters: Pick<LiveEncounters, 'begin'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/**
 * Starts a conversation of two characters in the background. Both must belong to the account or to its organizations.
 * Throws `not_found` for a character that the account has no access to, `unprocessable` for a character with itself, and
 * `quota` when too many encounters of the account are running.
 */
export async function startEncounter(
  deps: StartEncounterDeps,
  caller: Pick<Caller, 'accountId'>,
  input: StartEncounter,
): Promise<EncounterRecord> {
  // `X-Player-Id` is ignored: clients send it with every request once they know a player.
  const a = await findAccessibleCharacter(deps, caller, input.characterAId)
  const b = await findAccessibleCharacter(deps, caller, input.characterBId)
  if (a.id === b.id) throw sameCharacterError()
  const { prompt, maxTurns, voice, starter } = withDefaults(StartEncounterSchema, input, [
    'maxTurns',
    'voice',
    'starter',
  ])
  const record: EncounterRecord = {
    id: deps.ids.uuid(),
    userId: caller.accountId,
    characterAId: a.id,
    characterBId: b.id,
    ...{ prompt, maxTurns, voice, starter },
    createdAt: deps.clock.now().toISOString(),
    lines: [],
    reason: null,
    endedAt: null,
  }
  await deps.liveEncounters.begin(record)
  return record
}

/** Open in the contract: we refuse it, because the memories of both sides would belong to one character. */
const sameCharacterError = () => domainError('sameCharacter')
