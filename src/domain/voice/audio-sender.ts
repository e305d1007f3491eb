import type { ServerEventName, ServerEvents } from '../../contract/events.js'
import type { Clock } from '../clock.js'
import { createAnimator } from './animator.js'
import { createDeferred } from './deferred.js'
import type { VoiceEngine, VoiceTimers } from './engine.js'
import { createPacer } from './pacer.js'
import { createPcmEncoder } from './pcm-base64.js'
import type { PlaybackLine } from './playback-line.js'
import { createPlaybackTracker, type PlaybackTracker } from './playback-tracker.js'
import { createPlaying } from './playing.js'
import type { SpokenSound } from './spoken.js'

export type AudioSenderDeps = {
  readonly engine: Pick<VoiceEngine, 'timings'>
  readonly timers: VoiceTimers
  readonly clock: Pick<Clock, 'now'>
  readonly line: PlaybackLine
  readonly emit: <Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]) => void
  /** Hears everything that is sent, and from when on it will be played by the timers' clock. */
  readonly onSound: (
    samples: Float32Array,
    played: { readonly from: number; readonly sampleRate: number },
  ) => void
}

export type AudioSenderSettings = {
  readonly messageId: string
  /** Hz. */
  readonly sampleRate: number
  readonly isAnimated: boolean
  readonly onFirst: () => void
}

/** Where the sound of one reply leaves for the client. */
export interface AudioSender {
  /** Takes a sound; resolves when there is room for more. */
  push(sound: SpokenSound): Promise<void>
  /** No more will come. */
  end(): void
  /** Resolves once there is sound on its way, or none will be. */
  readonly begun: Promise<void>
  /** Resolves once all sound was sent, or no more will be. */
  readonly sent: Promise<void>
  /** Resolves once the client has played it, as far as can be known, or no more will be. */
  readonly over: Promise<void>
  /** Whether there is sound on its way, or none will be. */
  hasBegun(): boolean
  isSent(): boolean
  isOver(): boolean
  /** Whether there is sound that the client may be playing. */
  isPlaying(): boolean
  /** Since the first of it went out, in milliseconds; 0 before. */
  playingMs(): number
  /** What was heard of the text, at the latest when it was stopped. */
  heard(said: string): string
  /** Sends nothing until `resume`. The playback line is paused by whoever owns it. */
  pause(): void
  resume(): void
  /** Sends nothing any more; what the client has of it is not to be played. */
  stop(): void
  /** The client says that it has played everything; ignored while there is more to come. */
  complete(): void
}

/** Sends sound, and the face that goes with it; the ledger knows at any time how much of it was heard. */
export function createAudioSender(deps: AudioSenderDeps, settings: AudioSenderSettings): AudioSender {
  const { timers, line, engine } = deps
  const ledger = createPlaybackTracker({ delayMs: engine.timings.playbackDelayMs })
  const [begun, sent] = [createDeferred(), createDeferred()]
  let begunAt: number | undefined
  const client = createSending(deps, settings, ledger)
  const playing = createPlaying({ timers, ledger, graceMs: engine.timings.playbackGraceMs })

  const pacer = createPacer<SpokenSound>(timers, {
    sampleRate: settings.sampleRate,
    leadMs: engine.timings.playbackLeadMs,
    line,
    send: (samples, about) => {
      client.send(samples, about)
      if (!begun.isResolved()) settings.onFirst()
      begunAt ??= timers.elapsed()
      begun.resolve()
    },
    onSent: () => {
      client.end()
      sent.resolve()
      playing.allSent()
    },
  })
  const stop = () => {
    if (playing.over.isResolved()) return
    pacer.stop()
    client.end()
    if (begun.isResolved()) line.clear()
    begun.resolve()
    sent.resolve()
    playing.stop()
  }
  return {
    push: (sound) => {
      pacer.push(sound)
      return pacer.room()
    },
    end: pacer.end,
    begun: begun.promise,
    sent: sent.promise,
    over: playing.over.promise,
    hasBegun: begun.isResolved,
    isSent: sent.isResolved,
    isOver: playing.over.isResolved,
    playingMs: () => (begunAt === undefined ? 0 : timers.elapsed() - begunAt),
    isPlaying: () => begun.isResolved() && !playing.over.isResolved(),
    heard: playing.heard,
    pause: () => {
      playing.pause()
      pacer.pause()
    },
    resume: () => {
      playing.resume()
      pacer.resume()
    },
    stop,
    complete: playing.complete,
  }
}

type About = { readonly sound: SpokenSound | undefined; readonly isFinal: boolean }

function createSending(deps: AudioSenderDeps, settings: AudioSenderSettings, ledger: PlaybackTracker) {
  const { line, emit, onSound } = deps
  const { messageId, sampleRate, isAnimated } = settings
  const showing = { ...settings, clock: deps.clock, emit: (event: Face) => emit('bot_animation', event) }
  const face = isAnimated ? createAnimator(showing) : undefined
  const write = createPcmEncoder()
  let index = 0
  return {
    send: (samples: Float32Array, { sound, isFinal }: About) => {
      const seconds = samples.length / sampleRate
      face?.show(sound, { start: ledger.sentSeconds(), seconds })
      emit('bot_voice', {
        message_id: messageId,
        audio: write(samples),
        sample_rate: sampleRate,
        chunk_index: index,
        is_final: isFinal,
        is_interjection: false,
      })
      index += 1
      const end = line.add(seconds * 1000)
      onSound(samples, { from: end - seconds * 1000, sampleRate })
      ledger.sent(seconds, end, sound?.marks ?? [])
    },
    end: () => face?.end(),
  }
}

type Face = ServerEvents['bot_animation']
