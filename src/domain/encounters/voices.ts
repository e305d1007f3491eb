import { createPcmWriter } from '../../audio/pcm-text.js'
import type { CharacterStore } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Log } from '../log.js'
import type { SpeechSynthesis } from '../voice/ports.js'
import { createSentences } from '../voice/sentences.js'
import type { EncounterRecord } from './record.js'
import { createTape, type Tape } from './tape.js'

export type EncounterVoicesDeps = {
  readonly characters: Pick<CharacterStore, 'find'>
  readonly voice: { readonly synthesis: SpeechSynthesis }
  readonly log: Log
}

/** What encounters sound like. */
export interface EncounterVoices {
  /**
   * The sound of a turn in pieces of base64, as it comes: made when it is first asked for, in the voice of who speaks,
   * and shared by all who listen. Empty for a character without a voice; it ends early when the voice fails.
   */
  of(record: EncounterRecord, turnIndex: number): AsyncIterable<string>
  /** Ends what is being spoken, and forgets all. */
  stop(): void
}

/** Hz (docs/wire-protocol.md, Encounters). */
const RATE = 24_000
/** Characters of base64 that are kept for those who come late; what is older is spoken again. */
const KEPT = 32 * 2 ** 20
const FAILED = 'The voice failed in an encounter'

export function createEncounterVoices(deps: EncounterVoicesDeps): EncounterVoices {
  const tapes = new Map<string, Tape>()
  let stop = new AbortController()

  const forgetBeyond = () => {
    let size = [...tapes.values()].reduce((sum, tape) => sum + tape.size(), 0)
    for (const [key, tape] of tapes) {
      if (size <= KEPT) return
      if (!tape.isOver()) continue
      size -= tape.size()
      tapes.delete(key)
    }
  }
  const record = async (key: string, tape: Tape, line: Line) => {
    const { signal } = stop
    try {
      for await (const piece of speak(deps, line, signal)) tape.add(piece)
    } catch (error) {
      // Whoever asks next has it tried anew.
      tapes.delete(key)
      if (!signal.aborted) deps.log.warn(FAILED, { encounter_id: line.encounterId, err: error })
    }
    tape.end()
    forgetBeyond()
  }
  return {
    of: (encounter, turnIndex) => {
      const key = `${encounter.id} ${turnIndex}`
      const known = tapes.get(key)
      if (known !== undefined) return known.pieces()
      const tape = createTape()
      tapes.set(key, tape)
      void record(key, tape, lineOf(encounter, turnIndex))
      return tape.pieces()
    },
    stop: () => {
      stop.abort('stopped')
      stop = new AbortController()
      tapes.clear()
    },
  }
}

type Line = { readonly encounterId: string; readonly characterId: string; readonly text: string }

function lineOf({ id, characterAId, characterBId, lines }: EncounterRecord, turnIndex: number): Line {
  const { speaker = 'a', text = '' } = lines[turnIndex] ?? {}
  return { encounterId: id, characterId: speaker === 'a' ? characterAId : characterBId, text }
}

async function* speak(
  { characters, voice }: EncounterVoicesDeps,
  { characterId, text }: Line,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const character: CharacterRecord | undefined = await characters.find(characterId)
  if (character === undefined || character.text_only) return
  const write = createPcmWriter()
  const sentences = createSentences()
  for (const sentence of [...sentences.push(text), ...sentences.flush()]) {
    const asked = { text: sentence.text, sampleRate: RATE, voice: character }
    for await (const { samples } of voice.synthesis.speak(asked, signal)) yield write(samples)
    signal.throwIfAborted()
  }
}
