import type { ServerEventName, ServerEvents } from '../../contract/events.js'
import type { Clock } from '../clock.js'
import { createAnimator } from './animation/animator.js'
import type { VoiceEngine, VoiceTimers } from './engine.js'
import { createPacer } from './pacer.js'
import { createPcmEncoder } from './pcm-base64.js'
import { createPlaybackTracker, type PlaybackBuffer, type PlaybackTracker } from './playback.js'
import type { SynthesizedAudio } from './synthesis.js'

export type AudioSenderDeps = {
  readonly engine: Pick<VoiceEngine, 'timings'>
  readonly timers: VoiceTimers
  readonly clock: Pick<Clock, 'now'>
  readonly playback: PlaybackBuffer
  readonly emit: <Name extends ServerEventName>(event: Name, payload: ServerEvents[Name]) => void
  /** Gets all audio that is sent, and from when on it will be played by the timers' clock. */
  readonly onAudio: (
    samples: Float32Array,
    playback: { readonly from: number; readonly sampleRate: number },
  ) => void
}

export type AudioSenderSettings = {
  readonly messageId: string
  /** Hz. */
  readonly sampleRate: number
  readonly isAnimated: boolean
  /** The client wants to know how much of the text each piece of audio speaks. */
  readonly hasCaptions: boolean
  readonly onFirst: () => void
}

/** Sends the audio of one reply, with the animation that goes with it, a little ahead of its playback. */
export interface AudioSender {
  /** Takes audio; resolves when there is room for more. */
  push(audio: SynthesizedAudio): Promise<void>
  /** No more will come. */
  end(): void
  /** Resolves with the first audio, or when none will be sent. */
  readonly begun: Promise<void>
  /** Resolves once all audio was sent, or no more will be. */
  readonly sent: Promise<void>
  /** Resolves once the client has played it, by its word or by the estimate, or no more will be played. */
  readonly over: Promise<void>
  /** Whether audio was sent, or none will be. */
  hasBegun(): boolean
  isSent(): boolean
  isOver(): boolean
  /** Whether the client may be playing it. */
  isPlaying(): boolean
  /** Time since the first audio was sent, in milliseconds; 0 before. */
  playingMs(): number
  /** The part of the text that was played, at the latest when it was stopped. */
  playedText(text: string): string
  /** Sends nothing until `resume`. The client cannot be stopped: it plays on what it has. */
  pause(): void
  resume(): void
  /** Sends nothing any more; the client drops what it has not played. */
  stop(): void
  /** The client reports that it has played everything; ignored while there is more to come. */
  complete(): void
}

export function createAudioSender(deps: AudioSenderDeps, settings: AudioSenderSettings): AudioSender {
  const { timers, playback, engine } = deps
  const tracker = createPlaybackTracker({ delayMs: engine.timings.playbackDelayMs })
  const [begun, sent] = [createDeferred(), createDeferred()]
  let begunAt: number | undefined
  const client = createEmitter(deps, settings, tracker)
  const progress = createProgress({ timers, tracker, graceMs: engine.timings.playbackGraceMs })

  const pacer = createPacer<SynthesizedAudio>(timers, {
    sampleRate: settings.sampleRate,
    leadMs: engine.timings.playbackLeadMs,
    playback,
    send: (samples, chunk) => {
      client.send(samples, chunk)
      if (!begun.isResolved()) settings.onFirst()
      begunAt ??= timers.elapsed()
      begun.resolve()
    },
    onSent: () => {
      client.end()
      sent.resolve()
      progress.allSent()
    },
  })
  const stop = () => {
    if (progress.over.isResolved()) return
    pacer.stop()
    client.end()
    if (begun.isResolved()) playback.clear()
    begun.resolve()
    sent.resolve()
    progress.stop()
  }
  return {
    push: (audio) => {
      pacer.push(audio)
      return pacer.room()
    },
    end: pacer.end,
    begun: begun.promise,
    sent: sent.promise,
    over: progress.over.promise,
    hasBegun: begun.isResolved,
    isSent: sent.isResolved,
    isOver: progress.over.isResolved,
    playingMs: () => (begunAt === undefined ? 0 : timers.elapsed() - begunAt),
    isPlaying: () => begun.isResolved() && !progress.over.isResolved(),
    playedText: progress.playedText,
    pause: () => {
      progress.pause()
      pacer.pause()
    },
    resume: () => {
      progress.resume()
      pacer.resume()
    },
    stop,
    complete: progress.complete,
  }
}

type Chunk = { readonly audio: SynthesizedAudio | undefined; readonly isFinal: boolean }

/** The events of the reply's audio and animation. */
function createEmitter(deps: AudioSenderDeps, settings: AudioSenderSettings, tracker: PlaybackTracker) {
  const { playback, emit, onAudio, clock } = deps
  const { messageId, sampleRate, isAnimated, hasCaptions } = settings
  const animator = isAnimated
    ? createAnimator({ messageId, sampleRate, clock, emit: (event) => emit('bot_animation', event) })
    : undefined
  const encode = createPcmEncoder()
  let index = 0
  return {
    send: (samples: Float32Array, { audio, isFinal }: Chunk) => {
      const seconds = samples.length / sampleRate
      animator?.show(audio, { start: tracker.sentSeconds(), seconds })
      const end = playback.add(seconds * 1000)
      tracker.addSent(seconds, end, audio?.marks ?? [])
      emit('bot_voice', {
        message_id: messageId,
        audio: encode(samples),
        sample_rate: sampleRate,
        chunk_index: index,
        is_final: isFinal,
        is_interjection: false,
        ...(hasCaptions && { text_end: tracker.sentTextEnd() }),
      })
      index += 1
      onAudio(samples, { from: end - seconds * 1000, sampleRate })
    },
    end: () => animator?.end(),
  }
}

type ProgressDeps = {
  readonly timers: VoiceTimers
  readonly tracker: PlaybackTracker
  /** A reply counts as being played for so long after its estimated end. */
  readonly graceMs: number
}

/** How far the client's playback is: an estimate by the time that has passed, until the client reports its end. */
function createProgress({ timers, tracker, graceMs }: ProgressDeps) {
  const over = createDeferred()
  let stoppedAt: number | undefined
  let isAllSent = false
  let cancelEnd = () => {}

  const awaitEnd = () => {
    const left = tracker.playedAt() - timers.elapsed() + graceMs
    cancelEnd = timers.after(Math.max(0, left), over.resolve)
  }
  const end = () => {
    cancelEnd()
    over.resolve()
  }
  return {
    over,
    playedText: (text: string): string => tracker.playedText(text, stoppedAt ?? timers.elapsed()),
    allSent: () => {
      isAllSent = true
      tracker.close()
      awaitEnd()
    },
    /** A reply does not end by the estimate while the player may be interrupting it. */
    pause: () => cancelEnd(),
    resume: () => {
      if (isAllSent && !over.isResolved()) awaitEnd()
    },
    /** Fixes what was played until now. */
    stop: () => {
      stoppedAt ??= timers.elapsed()
      end()
    },
    complete: () => {
      if (!isAllSent || over.isResolved()) return
      tracker.complete()
      end()
    },
  }
}

/** A promise that another part of the code resolves. */
function createDeferred() {
  let isResolved = false
  let settle = () => {}
  const promise = new Promise<void>((resolve) => {
    settle = resolve
  })
  return {
    promise,
    isResolved: () => isResolved,
    resolve: () => {
      isResolved = true
      settle()
    },
  }
}
