import type { ServerEvents } from '../../contract/events.js'
import type { EncounterAudio } from './encounter-audio.js'
import type { EncounterRecord } from './record.js'

/** Receives an event; when it returns a promise, the next event waits for it. */
export type EncounterListener = (event: EncounterEvent) => unknown

type EncounterFeed = {
  readonly record: () => EncounterRecord
  /** Resolves when the record has changed. */
  readonly changed: () => Promise<void>
}

type EncounterSubscription = {
  readonly listener: EncounterListener
  /** Undefined when the listener has no loudspeaker. */
  readonly audio: Pick<EncounterAudio, 'stream'> | undefined
}

/**
 * Sends a listener all events of an encounter from the beginning, each turn with its audio; past turns without audio are
 * sent at once. Returns how to unsubscribe.
 */
export function streamEncounter(
  { record, changed }: EncounterFeed,
  { listener, audio }: EncounterSubscription,
): () => void {
  let isUnsubscribed = false
  const send = (event: EncounterEvent) => (isUnsubscribed ? undefined : listener(event))

  const sendAudio = async (turnIndex: number, chunks: AsyncIterable<string>) => {
    for await (const chunk of chunks) {
      if (isUnsubscribed) return
      await send(voiceEvent(record(), turnIndex, chunk))
    }
    await send(voiceEvent(record(), turnIndex, undefined))
  }
  const run = async () => {
    for (let turnIndex = 0; !isUnsubscribed; ) {
      const message = messageEvent(record(), turnIndex)
      if (message !== undefined) {
        const sent = send(message)
        if (sent !== undefined) await sent
        if (record().voice && audio !== undefined)
          await sendAudio(turnIndex, audio.stream(record(), turnIndex))
        turnIndex += 1
      } else if (record().reason !== null) {
        for (const end of endEvent(record())) await send(end)
        return
      } else await changed()
    }
  }
  void run()
  return () => {
    isUnsubscribed = true
  }
}

/** A socket event of an encounter. */
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

/** A chunk of a turn's audio; undefined: the end of the turn. */
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

/** Empty while the encounter is running. */
const endEvent = ({ id, lines, reason }: EncounterRecord): EncounterEvent[] =>
  reason === null
    ? []
    : [{ name: 'encounter_end', payload: { encounterId: id, reason, turnsEmitted: lines.length } }]
