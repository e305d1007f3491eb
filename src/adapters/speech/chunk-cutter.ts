import { concatSamples } from '../../audio/resample.js'
import type { PhonemeTiming, SpeechChunk, WordTiming } from '../../domain/voice/ports.js'

/** Each chunk costs a session as much, however short it is; clients expect this length (docs/wire-protocol.md, Reply audio). */
const CHUNK_SECONDS = 0.2

type Sound = {
  readonly samples: Float32Array
  /** In seconds from the start of the request's audio, as in chunks. */
  readonly words?: readonly WordTiming[]
  readonly phonemes?: readonly PhonemeTiming[]
}

/** Cuts the audio of one request, which comes in pieces of any length, into chunks with the words that begin in each. */
export interface ChunkCutter {
  /** The chunks that this piece completes. */
  push(sound: Sound): readonly SpeechChunk[]
  /** The rest, if any. */
  flush(): readonly SpeechChunk[]
}

/** `sampleRate` in Hz. */
export function createChunkCutter(sampleRate: number): ChunkCutter {
  const length = Math.floor(CHUNK_SECONDS * sampleRate)
  let pending: Float32Array = new Float32Array(0)
  let words: readonly WordTiming[] = []
  let phonemes: readonly PhonemeTiming[] = []
  let cut = 0

  const take = (count: number, until: number): SpeechChunk => {
    const begins = ({ from }: { readonly from: number }) => from < until
    const chunk = {
      samples: pending.subarray(0, count),
      words: words.filter(begins),
      phonemes: phonemes.filter(begins),
    }
    pending = pending.subarray(count)
    words = words.slice(chunk.words.length)
    phonemes = phonemes.slice(chunk.phonemes.length)
    cut += count
    return chunk
  }
  return {
    push: (sound) => {
      pending = pending.length === 0 ? sound.samples : concatSamples([pending, sound.samples])
      words = [...words, ...(sound.words ?? [])]
      phonemes = [...phonemes, ...(sound.phonemes ?? [])]
      const chunks: SpeechChunk[] = []
      while (pending.length >= length) chunks.push(take(length, (cut + length) / sampleRate))
      return chunks
    },
    flush: () => (pending.length === 0 ? [] : [take(pending.length, Number.POSITIVE_INFINITY)]),
  }
}
