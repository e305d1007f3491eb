import { createResampler } from '../../audio/resample.js'
import type { SpeechChunk } from '../../domain/voice/ports.js'
import { createChunkCutter } from './chunk-cutter.js'

/** Resamples audio into chunks. Stops immediately when the signal aborts. */
export async function* resampleToChunks(
  sounds: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk> {
  const resampler = createResampler({ from, to })
  const cutter = createChunkCutter(to)
  for await (const sound of sounds) {
    for (const chunk of cutter.push({ samples: resampler.push(sound) })) {
      if (signal.aborted) return
      yield chunk
    }
    if (signal.aborted) return
  }
  for (const chunk of [...cutter.push({ samples: resampler.flush() }), ...cutter.flush()]) {
    if (signal.aborted) return
    yield chunk
  }
}
