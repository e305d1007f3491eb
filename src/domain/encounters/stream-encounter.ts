import type { ServerEvents } from '../../contract/events.js'
import type { EncounterAudio } from './encounter-audio.js'
import type { EncounterRecord } from './record.js'

/** Takes an event; when it returns a promise, the next one waits for that. */
export type EncounterListener = (event: EncounterEvent) => unknown

type EncounterFeed = {
  readonly record: () => EncounterRecord
  /** Resolves once the record is another. */
  readonly changed: () => Promise<void>
}

type EncounterSubscription = {
  readonly listener: EncounterListener
  /** Undefined: the listener has no loudspeaker. */
  readonly audio: Pick<EncounterAudio, 'stream'> | undefined
}

/**
 * Tells a listener all of an encounter, from the beginning to the end, each turn with its sound; what is there already
 * and has no sound is told at once. Returns how to leave.
 */
export function streamEncounter(
  { record, changed }: EncounterFeed,
  { listener, audio: voices }: EncounterSubscription,
): () => void {
  let isLeft = false
  const tell = (event: EncounterEvent) => (isLeft ? undefined : listener(event))

  const hear = async (turnIndex: number, pieces: AsyncIterable<string>) => {
    for await (const piece of pieces) {
      if (isLeft) return
      await tell(voiceEvent(record(), turnIndex, piece))
    }
    await tell(voiceEvent(record(), turnIndex, undefined))
  }
  const run = async () => {
    for (let turnIndex = 0; !isLeft; ) {
      const message = messageEvent(record(), turnIndex)
      if (message !== undefined) {
        const pause = tell(message)
        if (pause !== undefined) await pause
        if (record().voice && voices !== undefined) await hear(turnIndex, voices.stream(record(), turnIndex))
        turnIndex += 1
      } else if (record().reason !== null) {
        for (const end of endEvent(record())) await tell(end)
        return
      } else await changed()
    }
  }
  void run()
  return () => {
    isLeft = true
  }
}

/** What the socket tells of an encounter. */
export type EncounterEvent =
  | { readonly name: 'encounter_message'; readonly payload: ServerEvents['encounter_message'] }
  | { readonly name: 'encounter_voice'; readonly payload: ServerEvents['encounter_voice'] }
  | { readonly name: 'encounter_end'; readonly payload: ServerEvents['encounter_end'] }

function messageEvent({ id, lines }: EncounterRecord, turnIndex: number): EncounterEvent | undefined {
  const line = lines[turnIndex]
  if (line === undefined) return undefined
  const { speaker, text, name } = line
  const speakerName = name === undefined ? {} : { speakerName: name }
  return { name: 'encounter_message', payload: { encounterId: id, speaker, turnIndex, text, ...speakerName } }
}

/** A piece of what a turn sounds like; undefined: the turn's end. */
const voiceEvent = (
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
const endEvent = ({ id, lines, reason }: EncounterRecord): EncounterEvent[] =>
  reason === null
    ? []
    : [{ name: 'encounter_end', payload: { encounterId: id, reason, turnsEmitted: lines.length } }]
