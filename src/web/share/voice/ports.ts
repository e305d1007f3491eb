import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import type { Played } from './play-queue.js'

export type DeviceListener = {
  /** What the microphone hears, at `hearingRate`. */
  heard(samples: Float32Array): void
  /** The loudspeaker comes to the first sample of a reply, or has left its last. */
  played(played: Played): void
  /** The microphone was taken away. */
  lost(): void
}

/** A microphone and a loudspeaker that are open. */
export type Devices = {
  play(chunk: ReplyAudioChunk): void
  /** Falls silent within a block of the loudspeaker (3 ms or so). */
  cut(): void
  close(): void
}
