import type { EncounterEndReason } from '../../contract/encounters.js'
import type { FindCharacterDeps } from '../characters/access.js'
import { DomainError } from '../errors.js'
import { findParticipants, otherSide, perspectiveOf, speakerOf } from './participants.js'
import type { EncounterLine, EncounterRecord } from './record.js'
import { type RememberDeps, rememberEncounter } from './remember.js'
import { type SpeakDeps, speakLine } from './speak.js'

export type PlayDeps = FindCharacterDeps & SpeakDeps & RememberDeps

type Stage = {
  readonly record: EncounterRecord
  /** Keeps a line and tells of it; resolves with undefined when the encounter is gone. */
  readonly said: (line: EncounterLine) => Promise<EncounterRecord | undefined>
}

const MODEL_FAILED = 'The language model failed in an encounter'

/** Lets both speak in turn until it is over, and remember it; resolves with why it ended. */
export async function playEncounter(
  deps: PlayDeps,
  stage: Stage,
  signal: AbortSignal,
): Promise<EncounterEndReason> {
  let record = stage.record
  let reason: EncounterEndReason = 'max_turns_reached'
  try {
    while (record.lines.length < record.maxTurns) {
      const next = await playTurn(deps, { ...stage, record }, signal)
      if (next === undefined) return await remembered(deps, { record, reason: 'cancelled' }, signal)
      record = next
    }
  } catch (error) {
    reason = signal.aborted ? 'cancelled' : failure(deps, record, error)
  }
  return remembered(deps, { record, reason }, signal)
}

/** Undefined: it cannot go on. Characters are asked for anew each turn, as they may change or go. */
async function playTurn(
  deps: PlayDeps,
  { record, said }: Stage,
  signal: AbortSignal,
): Promise<EncounterRecord | undefined> {
  signal.throwIfAborted()
  const cast = await findParticipants(deps, record)
  if (cast === undefined) return undefined
  const speaker = speakerOf(record, record.lines.length)
  const text = await speakLine(deps, { record, view: perspectiveOf(cast, speaker) }, signal)
  return said({ speaker, name: cast[speaker].name, text, at: deps.clock.now().toISOString() })
}

/**
 * Has both remember what was said in one that was broken off before they could; what one already knows is not doubled.
 */
export const rememberBrokenOff = (deps: PlayDeps, record: EncounterRecord, signal: AbortSignal) =>
  remembered(deps, { record, reason: 'error' }, signal)

/** Before the end is told, so that who has seen it finds the memories. */
async function remembered(
  deps: PlayDeps,
  { record, reason }: { readonly record: EncounterRecord; readonly reason: EncounterEndReason },
  signal: AbortSignal,
): Promise<EncounterEndReason> {
  // Of someone who was deleted nothing is remembered, nor of a meeting where nobody spoke.
  const cast = record.lines.length === 0 ? undefined : await findParticipants(deps, record)
  if (cast === undefined) return reason
  for (const side of [record.starter, otherSide(record.starter)])
    await rememberEncounter(deps, { record, view: perspectiveOf(cast, side) }, signal)
  return reason
}

function failure({ log }: PlayDeps, { id }: EncounterRecord, error: unknown): EncounterEndReason {
  if (!(error instanceof DomainError)) throw error
  log.warn(MODEL_FAILED, { encounter_id: id, err: error })
  return 'error'
}
