import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { createConditionVariable } from '../condition-variable.js'
import type { Log } from '../log.js'
import { createPcmEncoder } from '../voice/pcm-base64.js'
import type { SpeechSynthesis } from '../voice/ports.js'
import { createSentences } from '../voice/sentences.js'
import type { EncounterRecord } from './record.js'

export type EncounterAudioDeps = {
  readonly characters: Pick<CharacterRepository, 'find'>
  readonly voice: { readonly synthesis: SpeechSynthesis }
  readonly log: Log
}

/** Speech for the lines of encounters. */
export interface EncounterAudio {
  /**
   * The audio of a turn in base64 chunks, as it is synthesised: on first use, in the voice of the speaker, and shared by
   * all listeners. Empty for a character without a voice; ends early when the synthesis fails.
   */
  stream(record: EncounterRecord, turnIndex: number): AsyncIterable<string>
  /** Aborts all synthesis and drops all audio. */
  stop(): void
}

/** Hz (docs/wire-protocol.md, Encounters). */
const SAMPLE_RATE = 24_000
/** Characters of base64 kept for late listeners; older audio is synthesised again. */
const MAX_BUFFERED_CHARACTERS = 32 * 2 ** 20
const SYNTHESIS_FAILED = 'The voice failed in an encounter'

export function createEncounterAudio(deps: EncounterAudioDeps): EncounterAudio {
  const buffers = new Map<string, ReplayBuffer>()
  let stop = new AbortController()

  const evictOldest = () => {
    let size = [...buffers.values()].reduce((sum, buffer) => sum + buffer.size(), 0)
    for (const [key, buffer] of buffers) {
      if (size <= MAX_BUFFERED_CHARACTERS) return
      if (!buffer.isEnded()) continue
      size -= buffer.size()
      buffers.delete(key)
    }
  }
  const fill = async (key: string, buffer: ReplayBuffer, line: SpokenLine) => {
    const { signal } = stop
    try {
      for await (const chunk of synthesizeLine(deps, line, signal)) buffer.add(chunk)
    } catch (error) {
      // The next listener tries again.
      buffers.delete(key)
      if (!signal.aborted) deps.log.warn(SYNTHESIS_FAILED, { encounter_id: line.encounterId, err: error })
    }
    buffer.end()
    evictOldest()
  }
  return {
    stream: (encounter, turnIndex) => {
      const key = `${encounter.id} ${turnIndex}`
      const existing = buffers.get(key)
      if (existing !== undefined) return existing.read()
      const buffer = createReplayBuffer()
      buffers.set(key, buffer)
      void fill(key, buffer, spokenLine(encounter, turnIndex))
      return buffer.read()
    },
    stop: () => {
      stop.abort('stopped')
      stop = new AbortController()
      buffers.clear()
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
    const request = { text: sentence.text, sampleRate: SAMPLE_RATE, voice: character }
    for await (const { samples } of voice.synthesis.speak(request, signal)) yield write(samples)
    signal.throwIfAborted()
  }
}

/** A stream of chunks for any number of readers; each reads from the beginning. */
interface ReplayBuffer {
  add(chunk: string): void
  end(): void
  isEnded(): boolean
  /** Characters. */
  size(): number
  read(): AsyncIterable<string>
}

function createReplayBuffer(): ReplayBuffer {
  const chunks: string[] = []
  const changed = createConditionVariable()
  let size = 0
  let isEnded = false
  return {
    add: (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      changed.notifyAll()
    },
    end: () => {
      isEnded = true
      changed.notifyAll()
    },
    isEnded: () => isEnded,
    size: () => size,
    async *read() {
      for (let at = 0; ; ) {
        const chunk = chunks[at]
        if (chunk !== undefined) {
          at += 1
          yield chunk
        } else if (isEnded) return
        else await changed.wait()
      }
    },
  }
}
