import type { ReplyAudioChunk } from '../../../client/session/reply-audio.js'
import type { PlaybackEvent } from './playback-queue.js'

export type AudioDeviceListener = {
  /** Microphone audio, at the requested capture rate. */
  onSamples(samples: Float32Array): void
  onPlaybackEvent(event: PlaybackEvent): void
  /** The microphone was disconnected or its permission revoked. */
  onMicrophoneLost(): void
}

/** An open microphone and loudspeaker. */
export type AudioDevices = {
  play(chunk: ReplyAudioChunk): void
  /** Discards queued audio; silent within about 3 ms. */
  stopPlayback(): void
  close(): void
}
