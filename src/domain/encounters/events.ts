import type { ServerEvents } from '../../contract/events.js'
import type { EncounterRecord } from './record.js'

/** What the socket tells of an encounter. */
export type EncounterEvent =
  | { readonly name: 'encounter_message'; readonly payload: ServerEvents['encounter_message'] }
  | { readonly name: 'encounter_end'; readonly payload: ServerEvents['encounter_end'] }

/** All that has happened so far, in order: what a late subscriber is told (wire-protocol, 4.8). */
export const eventsOf = (record: EncounterRecord): EncounterEvent[] =>
  [...record.lines.map((_, turnIndex) => messageEvent(record, turnIndex)), ...endEvent(record)].filter(
    (event) => event !== undefined,
  )

export function messageEvent({ id, lines }: EncounterRecord, turnIndex: number): EncounterEvent | undefined {
  const line = lines[turnIndex]
  if (line === undefined) return undefined
  const { speaker, text } = line
  return { name: 'encounter_message', payload: { encounterId: id, speaker, turnIndex, text } }
}

/** Empty while it runs. */
export const endEvent = ({ id, lines, reason }: EncounterRecord): EncounterEvent[] =>
  reason === null
    ? []
    : [{ name: 'encounter_end', payload: { encounterId: id, reason, turnsEmitted: lines.length } }]
