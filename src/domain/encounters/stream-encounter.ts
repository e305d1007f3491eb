import type { EncounterAudio } from './encounter-audio.js'
import { type EncounterEvent, endEvent, messageEvent, voiceEvent } from './encounter-events.js'
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
