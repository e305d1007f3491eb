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
  /** Keeps a line and tells of it; resolves with undefined when the encounter is gone. */
  readonly appendLine: (line: EncounterLine) => Promise<EncounterRecord | undefined>
}

const MODEL_FAILED = 'The language model failed in an encounter'

/** Lets both speak in turn until it is over, and remember it; resolves with why it ended. */
export async function runEncounter(
  deps: RunEncounterDeps,
  stage: EncounterRun,
  signal: AbortSignal,
): Promise<EncounterEndReason> {
  let record = stage.record
  let reason: EncounterEndReason = 'max_turns_reached'
  try {
    while (record.lines.length < record.maxTurns) {
      const next = await runTurn(deps, { ...stage, record }, signal)
      if (next === undefined) return await rememberForBoth(deps, { record, reason: 'cancelled' }, signal)
      record = next
    }
  } catch (error) {
    reason = signal.aborted ? 'cancelled' : logModelFailure(deps, record, error)
  }
  return rememberForBoth(deps, { record, reason }, signal)
}

/** Undefined: it cannot go on. Characters are asked for anew each turn, as they may change or go. */
async function runTurn(
  deps: RunEncounterDeps,
  { record, appendLine: said }: EncounterRun,
  signal: AbortSignal,
): Promise<EncounterRecord | undefined> {
  signal.throwIfAborted()
  const cast = await findParticipants(deps, record)
  if (cast === undefined) return undefined
  const speaker = speakerOf(record, record.lines.length)
  const text = await generateLine(deps, { record, view: perspectiveOf(cast, speaker) }, signal)
  return said({ speaker, name: cast[speaker].name, text, at: deps.clock.now().toISOString() })
}

/**
 * Has both remember what was said in one that was broken off before they could; what one already knows is not doubled.
 */
export const rememberInterrupted = (deps: RunEncounterDeps, record: EncounterRecord, signal: AbortSignal) =>
  rememberForBoth(deps, { record, reason: 'error' }, signal)

/** Before the end is told, so that who has seen it finds the memories. */
async function rememberForBoth(
  deps: RunEncounterDeps,
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

function logModelFailure(
  { log }: RunEncounterDeps,
  { id }: EncounterRecord,
  error: unknown,
): EncounterEndReason {
  if (!(error instanceof DomainError)) throw error
  log.warn(MODEL_FAILED, { encounter_id: id, err: error })
  return 'error'
}
