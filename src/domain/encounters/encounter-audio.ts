import { createPcmEncoder } from '../../audio/pcm-base64.js'
import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import type { Log } from '../log.js'
import type { SpeechSynthesis } from '../voice/ports.js'
import { createSentences } from '../voice/sentences.js'
import { createConditionVariable } from './condition-variable.js'
import type { EncounterRecord } from './record.js'

export type EncounterAudioDeps = {
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly voice: { readonly synthesis: SpeechSynthesis }
  readonly log: Log
}

/** What encounters sound like. */
export interface EncounterAudio {
  /**
   * The sound of a turn in pieces of base64, as it comes: made when it is first asked for, in the voice of who speaks,
   * and shared by all who listen. Empty for a character without a voice; it ends early when the voice fails.
   */
  stream(record: EncounterRecord, turnIndex: number): AsyncIterable<string>
  /** Ends what is being spoken, and forgets all. */
  stop(): void
}

/** Hz (docs/wire-protocol.md, Encounters). */
const SAMPLE_RATE = 24_000
/** Characters of base64 that are kept for those who come late; what is older is spoken again. */
const MAX_BUFFERED_CHARACTERS = 32 * 2 ** 20
const SYNTHESIS_FAILED = 'The voice failed in an encounter'

export function createEncounterAudio(deps: EncounterAudioDeps): EncounterAudio {
  const tapes = new Map<string, ReplayBuffer>()
  let stop = new AbortController()

  const forgetBeyond = () => {
    let size = [...tapes.values()].reduce((sum, tape) => sum + tape.size(), 0)
    for (const [key, tape] of tapes) {
      if (size <= MAX_BUFFERED_CHARACTERS) return
      if (!tape.isEnded()) continue
      size -= tape.size()
      tapes.delete(key)
    }
  }
  const record = async (key: string, tape: ReplayBuffer, line: SpokenLine) => {
    const { signal } = stop
    try {
      for await (const piece of synthesizeLine(deps, line, signal)) tape.add(piece)
    } catch (error) {
      // Whoever asks next has it tried anew.
      tapes.delete(key)
      if (!signal.aborted) deps.log.warn(SYNTHESIS_FAILED, { encounter_id: line.encounterId, err: error })
    }
    tape.end()
    forgetBeyond()
  }
  return {
    stream: (encounter, turnIndex) => {
      const key = `${encounter.id} ${turnIndex}`
      const known = tapes.get(key)
      if (known !== undefined) return known.read()
      const tape = createReplayBuffer()
      tapes.set(key, tape)
      void record(key, tape, spokenLine(encounter, turnIndex))
      return tape.read()
    },
    stop: () => {
      stop.abort('stopped')
      stop = new AbortController()
      tapes.clear()
    },
  }
}

type SpokenLine = { readonly encounterId: string; readonly characterId: string; readonly text: string }

function spokenLine(
  { id, characterAId, characterBId, lines }: EncounterRecord,
  turnIndex: number,
): SpokenLine {
  const { speaker = 'a', text = '' } = lines[turnIndex] ?? {}
  return { encounterId: id, characterId: speaker === 'a' ? characterAId : characterBId, text }
}

async function* synthesizeLine(
  { characters, voice }: EncounterAudioDeps,
  { characterId, text }: SpokenLine,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const character: CharacterRecord | undefined = await characters.find(characterId)
  if (character === undefined || character.text_only) return
  const write = createPcmEncoder()
  const sentences = createSentences()
  for (const sentence of [...sentences.push(text), ...sentences.flush()]) {
    const asked = { text: sentence.text, sampleRate: SAMPLE_RATE, voice: character }
    for await (const { samples } of voice.synthesis.speak(asked, signal)) yield write(samples)
    signal.throwIfAborted()
  }
}

/** Pieces that come one after another, for as many readers as there are, each from the beginning. */
interface ReplayBuffer {
  add(piece: string): void
  end(): void
  isEnded(): boolean
  /** Characters. */
  size(): number
  read(): AsyncIterable<string>
}

function createReplayBuffer(): ReplayBuffer {
  const all: string[] = []
  const more = createConditionVariable()
  let size = 0
  let isOver = false
  return {
    add: (piece) => {
      all.push(piece)
      size += piece.length
      more.wake()
    },
    end: () => {
      isOver = true
      more.wake()
    },
    isEnded: () => isOver,
    size: () => size,
    async *read() {
      for (let at = 0; ; ) {
        const piece = all[at]
        if (piece !== undefined) {
          at += 1
          yield piece
        } else if (isOver) return
        else await more.wait()
      }
    },
  }
}
