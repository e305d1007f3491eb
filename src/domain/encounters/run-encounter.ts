import type { EncounterEndReason } from '../../contract/encounters.js'
import type { FindCharacterDeps } from '../characters/access.js'
import { DomainError } from '../errors.js'
import { type GenerateLineDeps, generateLine } from './generate-line.js'
import { findParticipants, otherSide, perspectiveOf, speakerOf } from './participants.js'
import type { EncounterLine, EncounterRecord } from './record.js'
import { type RememberEncounterDeps, rememberEncounter } from './remember-encounter.js'

export type RunEncounterDeps = FindCharacterDeps & GenerateLineDeps & RememberEncounterDeps

type EncounterRun = {
  readonly record: EncounterRecord
  /** Stores a line and notifies listeners; resolves with undefined when the encounter is gone. */
  readonly appendLine: (line: EncounterLine) => Promise<EncounterRecord | undefined>
}

const MODEL_FAILED = 'The language model failed in an encounter'

/** Runs the turns of both sides until the end and stores their memories; resolves with why it ended. */
export async function runEncounter(
  deps: RunEncounterDeps,
  run: EncounterRun,
  signal: AbortSignal,
): Promise<EncounterEndReason> {
  let record = run.record
  let reason: EncounterEndReason = 'max_turns_reached'
  try {
    while (record.lines.length < record.maxTurns) {
      const next = await takeNextTurn(deps, { ...run, record }, signal)
      if (next === undefined) return await rememberForBoth(deps, { record, reason: 'cancelled' }, signal)
      record = next
    }
  } catch (error) {
    reason = signal.aborted ? 'cancelled' : logModelFailure(deps, record, error)
  }
  return rememberForBoth(deps, { record, reason }, signal)
}

/** Undefined when it cannot continue. Loads the characters in each turn, because they may change or be deleted. */
async function takeNextTurn(
  deps: RunEncounterDeps,
  { record, appendLine }: EncounterRun,
  signal: AbortSignal,
): Promise<EncounterRecord | undefined> {
  signal.throwIfAborted()
  const participants = await findParticipants(deps, record)
  if (participants === undefined) return undefined
  const speaker = speakerOf(record, record.lines.length)
  const { name } = participants[speaker]
  const append = (text: string) => appendLine({ speaker, name, text, at: deps.clock.now().toISOString() })
  return generateLine(deps, { record, view: perspectiveOf(participants, speaker), append }, signal)
}

/**
 * Stores the memories of both sides after an interruption; existing memories are not duplicated.
 */
export const rememberInterrupted = (deps: RunEncounterDeps, record: EncounterRecord, signal: AbortSignal) =>
  rememberForBoth(deps, { record, reason: 'error' }, signal)

/** Runs before listeners see the end, so that they find the memories. */
async function rememberForBoth(
  deps: RunEncounterDeps,
  { record, reason }: { readonly record: EncounterRecord; readonly reason: EncounterEndReason },
  signal: AbortSignal,
): Promise<EncounterEndReason> {
  // Nothing is remembered when a character was deleted, or when nobody has spoken.
  const participants = record.lines.length === 0 ? undefined : await findParticipants(deps, record)
  if (participants === undefined) return reason
  for (const side of [record.starter, otherSide(record.starter)])
    await rememberEncounter(deps, { record, view: perspectiveOf(participants, side) }, signal)
  return reason
}

function logModelFailure(
  { log }: RunEncounterDeps,
  { id }: EncounterRecord,
  error: unknown,
): EncounterEndReason {
  if (!(error instanceof DomainError)) throw error
  log.warn(MODEL_FAILED, { encounter_id: id, err: error })
  return 'error'
}
