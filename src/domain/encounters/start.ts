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
 * Has two characters talk to each other, in the background. The account, or an organization that it belongs to,
 * must own both. Throws `not_found` for a character that the account cannot reach, `unprocessable` for a character with
 * itself, `quota` while as many encounters of the account run as may.
 */
export async function startEncounter(
  deps: StartEncounterDeps,
  caller: Pick<Caller, 'accountId'>,
  input: StartEncounter,
): Promise<EncounterRecord> {
  // `X-Player-Id` plays no part: clients send it on every request once they know a player.
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

/** Open in the contract: nobody meets themselves, and the memories of both sides would be one's own. */
const sameCharacterError = () => domainError('sameCharacter')
