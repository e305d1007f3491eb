import { concatSamples, createResampler } from '../../audio/resample.js'
import type { SpeechChunk } from '../../domain/voice/ports.js'

const CHUNK_SECONDS = 0.2

/** Resamples audio into chunks. Stops immediately when the signal aborts. */
export async function* resampleToChunks(
  sounds: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk> {
  const resampler = createResampler({ from, to })
  const length = Math.floor(CHUNK_SECONDS * to)
  let pending: Float32Array = new Float32Array(0)
  const chunk = (samples: Float32Array): SpeechChunk => ({ samples, words: [], phonemes: [] })
  for await (const sound of sounds) {
    pending = concatSamples([pending, resampler.push(sound)])
    for (; pending.length >= length && !signal.aborted; pending = pending.slice(length))
      yield chunk(pending.slice(0, length))
    if (signal.aborted) return
  }
  pending = concatSamples([pending, resampler.flush()])
  for (; pending.length > 0 && !signal.aborted; pending = pending.slice(length))
    yield chunk(pending.slice(0, length))
}
