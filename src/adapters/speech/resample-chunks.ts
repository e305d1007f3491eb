import { concatSamples, createResampler } from '../../audio/resample.js'
import type { SpeechChunk } from '../../domain/voice/ports.js'

const CHUNK_SECONDS = 0.2

/** Sound at the provider's rate as chunks at the wanted one. Stops at once when the signal aborts. */
export async function* resampleToChunks(
  sounds: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk> {
  const resampler = createResampler({ from, to })
  const length = Math.floor(CHUNK_SECONDS * to)
  let held: Float32Array = new Float32Array(0)
  const chunk = (samples: Float32Array): SpeechChunk => ({ samples, words: [], phonemes: [] })
  for await (const sound of sounds) {
    held = concatSamples([held, resampler.push(sound)])
    for (; held.length >= length && !signal.aborted; held = held.slice(length))
      yield chunk(held.slice(0, length))
    if (signal.aborted) return
  }
  held = concatSamples([held, resampler.flush()])
  for (; held.length > 0 && !signal.aborted; held = held.slice(length)) yield chunk(held.slice(0, length))
}
