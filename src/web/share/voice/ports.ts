import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import type { PlaybackEvent } from './playback-queue.js'

export type AudioDeviceListener = {
  /** What the microphone hears, at `hearingRate`. */
  onSamples(samples: Float32Array): void
  /** The loudspeaker comes to the first sample of a reply, or has left its last. */
  onPlaybackEvent(played: PlaybackEvent): void
  /** The microphone was taken away. */
  onMicrophoneLost(): void
}

/** A microphone and a loudspeaker that are open. */
export type AudioDevices = {
  play(chunk: ReplyAudioChunk): void
  /** Falls silent within a block of the loudspeaker (3 ms or so). */
  stopPlayback(): void
  close(): void
}
