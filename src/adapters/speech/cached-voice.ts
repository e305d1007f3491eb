import type { SpeechChunk, SpeechRequest, SpeechSynthesis } from '../../domain/voice/ports.js'

type CachedVoiceSettings = {
  /** Samples that are kept in all; 4 bytes each. A text that would take more than a quarter of it is not kept. */
  readonly maxSamples: number
}

type Spoken = { readonly chunks: readonly SpeechChunk[]; readonly samples: number }

/**
 * Keeps what a deterministic voice has spoken, the least recently spoken text first to go: greetings and scripted lines are
 * spoken to every player, and all players of a load test are answered alike. Chunks are shared, and nobody changes them.
 */
export function createCachedVoice(
  voice: SpeechSynthesis,
  { maxSamples }: CachedVoiceSettings,
): SpeechSynthesis {
  const cache = createSpokenCache(maxSamples)
  return {
    ...(voice.prepare !== undefined && { prepare: voice.prepare }),
    async *speak(request, signal) {
      const key = keyOf(request)
      const known = cache.get(key)
      if (known !== undefined) {
        for (const chunk of known) {
          if (signal.aborted) return
          yield chunk
        }
        return
      }
      const chunks: SpeechChunk[] = []
      for await (const chunk of voice.speak(request, signal)) {
        chunks.push(chunk)
        yield chunk
      }
      // Stopped early, it is not the whole text.
      if (!signal.aborted) cache.add(key, chunks)
    },
  }
}

function createSpokenCache(maxSamples: number) {
  // A Map keeps the order of insertion: the first is the least recently used.
  const texts = new Map<string, Spoken>()
  let kept = 0
  const drop = (key: string) => {
    kept -= texts.get(key)?.samples ?? 0
    texts.delete(key)
  }
  return {
    get: (key: string): readonly SpeechChunk[] | undefined => {
      const found = texts.get(key)
      if (found === undefined) return undefined
      texts.delete(key)
      texts.set(key, found)
      return found.chunks
    },
    add: (key: string, chunks: readonly SpeechChunk[]): void => {
      const samples = chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0)
      if (samples > maxSamples / 4) return
      drop(key)
      texts.set(key, { chunks, samples })
      kept += samples
      for (const oldest of texts.keys()) {
        if (kept <= maxSamples) return
        drop(oldest)
      }
    },
  }
}

const keyOf = ({ text, sampleRate, voice, hasDataLayer = false }: SpeechRequest): string =>
  JSON.stringify([
    ...[sampleRate, hasDataLayer, voice.tts_provider, voice.tts_model, voice.tts_voice],
    ...[voice.generated_voice_id, voice.tts_speed, voice.tts_delivery_mode, text],
  ])
