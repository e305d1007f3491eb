import type { ServerEvents } from '../../contract/events.js'
import type { EncounterRecord } from './record.js'

/** What the socket tells of an encounter. */
export type EncounterEvent =
  | { readonly name: 'encounter_message'; readonly payload: ServerEvents['encounter_message'] }
  | { readonly name: 'encounter_voice'; readonly payload: ServerEvents['encounter_voice'] }
  | { readonly name: 'encounter_end'; readonly payload: ServerEvents['encounter_end'] }

export function messageEvent({ id, lines }: EncounterRecord, turnIndex: number): EncounterEvent | undefined {
  const line = lines[turnIndex]
  if (line === undefined) return undefined
  const { speaker, text, name } = line
  const speakerName = name === undefined ? {} : { speakerName: name }
  return { name: 'encounter_message', payload: { encounterId: id, speaker, turnIndex, text, ...speakerName } }
}

/** A piece of what a turn sounds like; undefined: the turn's end. */
export const voiceEvent = (
  { id, lines }: EncounterRecord,
  turnIndex: number,
  audio: string | undefined,
): EncounterEvent => ({
  name: 'encounter_voice',
  payload: {
    encounterId: id,
    speaker: lines[turnIndex]?.speaker ?? 'a',
    turnIndex,
    audio: audio ?? '',
    isFinal: audio === undefined,
  },
})

/** Empty while it runs. */
export const endEvent = ({ id, lines, reason }: EncounterRecord): EncounterEvent[] =>
  reason === null
    ? []
    : [{ name: 'encounter_end', payload: { encounterId: id, reason, turnsEmitted: lines.length } }]
