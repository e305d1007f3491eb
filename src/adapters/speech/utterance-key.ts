import { createHash } from 'node:crypto'
import { toPcm16 } from '../../audio/pcm.js'

/**
 * What names an utterance in a file of transcripts: the SHA-256, in hexadecimal, of its 16-bit little-endian samples
 * without the digital silence before and after. So a recording has one key, whatever silence it is sent in.
 */
export function utteranceKey(samples: Float32Array): string {
  const first = samples.findIndex((sample) => sample !== 0)
  const last = samples.findLastIndex((sample) => sample !== 0)
  const sound = first === -1 ? new Float32Array(0) : samples.subarray(first, last + 1)
  return createHash('sha256').update(toPcm16(sound)).digest('hex')
}
