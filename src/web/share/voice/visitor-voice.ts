import type { Session } from '../../../client/session/create-session.js'
import { subscribeToReplyAudio } from '../../../client/session/reply-audio.js'
import { createObservableState } from '../observable-state.js'
import { type Captions, createCaptions } from './captions.js'
import { DeviceError, VOICE_TIMEOUT_TEXT } from './device-errors.js'
import { createMicrophoneInput } from './microphone-input.js'
import type { PlaybackEvent } from './playback-queue.js'
import type { AudioDeviceListener, AudioDevices } from './ports.js'
import { type ObservableVoiceState, VOICE_OFF, type VoiceMode, type VoiceState } from './voice-state.js'

export type VisitorVoice = Pick<ObservableVoiceState, 'state' | 'subscribe'> & {
  /** Uses this session from now on. */
  attach(session: Session): void
  /** Requests the microphone, if anyone hears it, and starts voice. */
  open(): Promise<void>
  /** Says that it will be opened, once the visitor does something. */
  await(): void
  close(): void
  setMode(mode: VoiceMode): void
  press(): void
  release(): void
  /** Stops the playback of the current reply and discards its remaining audio; of its text, no more is shown. */
  stopReply(): void
  /** Stops it for what the visitor writes over it: the service keeps all text that has arrived, so that is shown. */
  hush(): void
  /** Reports the microphone level, 0 to 1, many times a second; returns the function that unsubscribes. */
  onLevel(listener: (level: number) => void): () => void
}

type VisitorVoiceDeps = {
  openDevices(listener: AudioDeviceListener, hasMicrophone: boolean): Promise<AudioDevices>
  /** The visitor is a program that speaks with the data layer, which every recogniser understands. */
  readonly hasDataLayer?: boolean
  /** Whether the browser has microphones for this page at all. */
  readonly hasMicrophones?: boolean
  /** What was known before the session: whether the service understands people, and whether replies are spoken. */
  readonly hears?: boolean
  readonly speaks?: boolean
  after(ms: number, done: () => void): void
  /** The speech of a reply was cut: of its text, no more than this was heard. */
  onCut?(messageId: string, textEnd: number): void
}

/** The voice of a visitor's conversation: microphone and loudspeaker. Independent of browser APIs, for tests. */
export function createVisitorVoice(deps: VisitorVoiceDeps): VisitorVoice {
  const { openDevices, after, hears = true, speaks = true, onCut = () => undefined } = deps
  const off = { ...VOICE_OFF, cannotHear: obstacle(deps, hears), canSpeak: speaks }
  const store = createObservableState<VoiceState>(off)
  const levels = createLevelMeter()
  let devices: AudioDevices | undefined
  const microphone = createMicrophoneInput({ store, after })
  const { setMode, press, release } = microphone
  const captions = createCaptions({ store, after, onCut })
  const playback = createReplyPlayback({ store, captions }, () => devices)
  const { stopReply, hush } = playback

  const close = (trouble: VoiceState['trouble'] = null) => {
    microphone.stop()
    devices?.close()
    devices = undefined
    captions.release()
    const { mode, cannotHear, captions: cut } = store.state()
    store.update({ ...off, mode, cannotHear, captions: cut, trouble })
  }
  const listener: AudioDeviceListener = {
    onSamples(samples) {
      levels.measure(samples)
      microphone.pushSamples(samples)
    },
    onPlaybackEvent: playback.onPlaybackEvent,
    onMicrophoneLost: () => close({ device: 'lost' }),
  }
  return {
    state: store.state,
    subscribe: store.subscribe,
    ...{ setMode, press, release, stopReply, hush },
    onLevel: levels.subscribe,
    attach(session) {
      microphone.attach(session)
      playback.attach(session)
      captions.attach(session)
      followHearing(deps, session, store)
      subscribeVoiceState(session, store, close)
    },
    async open() {
      if (store.state().step !== 'off') return
      store.update({ step: 'opening', trouble: null, isAwaited: false })
      try {
        const canHear = store.state().cannotHear === null
        const opened = await openDevices(listener, canHear)
        // Voice was closed while the browser asked for permission.
        if (store.state().step !== 'opening') return opened.close()
        devices = opened
        store.update({ step: 'on' })
        if (canHear) microphone.start()
      } catch (error) {
        // Any other failure also makes the microphone unusable.
        store.update({
          step: 'off',
          trouble: { device: error instanceof DeviceError ? error.reason : 'busy' },
        })
      }
    },
    await: () => store.update({ isAwaited: true }),
    close: () => close(),
  }
}

/** Only the session knows it for sure. */
function followHearing(deps: VisitorVoiceDeps, session: Session, store: ObservableVoiceState): void {
  session.on('sessionConnected', ({ speech_recognition }) =>
    store.update({ cannotHear: obstacle(deps, speech_recognition !== 'data_layer') }),
  )
}

function obstacle(
  { hasDataLayer = false, hasMicrophones = true }: VisitorVoiceDeps,
  hears: boolean,
): VoiceState['cannotHear'] {
  if (!hasDataLayer && !hears) return 'service'
  return hasMicrophones ? null : 'insecure'
}

/** What the service says about voice changes the state. */
function subscribeVoiceState(
  session: Session,
  store: ObservableVoiceState,
  close: (trouble: VoiceState['trouble']) => void,
): void {
  const stopThinking = () => store.update({ isThinking: false })
  session.on('voiceError', ({ message }) => store.update({ trouble: { message }, isThinking: false }))
  session.on('voiceTimeout', () => close({ message: VOICE_TIMEOUT_TEXT }))
  session.on('botResponse', ({ is_final }) => (is_final ? stopThinking() : undefined))
  session.on('interrupt', stopThinking)
  session.on('error', stopThinking)
}

/** Root mean square of a loud voice, shown as level 1. */
const LOUD = 0.25

function createLevelMeter() {
  const listeners = new Set<(level: number) => void>()
  return {
    subscribe(listener: (level: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    measure(samples: Float32Array) {
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
      for (const listener of listeners) listener(Math.min(1, Math.sqrt(power) / LOUD))
    },
  }
}

type ReplyPlayback = {
  attach(session: Session): void
  onPlaybackEvent(event: PlaybackEvent): void
  stopReply(): void
  hush(): void
}

/** Plays replies as they arrive, and notifies the service when their playback is complete. */
function createReplyPlayback(
  { store, captions }: { readonly store: ObservableVoiceState; readonly captions: Captions },
  devices: () => AudioDevices | undefined,
): ReplyPlayback {
  let session: Session | undefined
  let latest: string | undefined
  /** The reply that was stopped; the loudspeaker may still report events of it. */
  let stopped: string | undefined

  const stop = (messageId: string | undefined) => {
    stopped = messageId
    devices()?.stopPlayback()
    if (messageId !== undefined) captions.cut(messageId)
    store.update({ isSpeaking: false })
  }
  const hush = (messageId: string | undefined) => {
    // What has arrived of its text is shown before the rest of its sound is cut.
    if (messageId !== undefined) captions.ended(messageId)
    stop(messageId)
  }
  return {
    attach(next) {
      session = next
      subscribeToReplyAudio(next, {
        onChunk(chunk) {
          latest = chunk.messageId
          if (chunk.messageId !== stopped) devices()?.play(chunk)
        },
        onInterrupt: (messageId, reason) => (reason === 'new_message' ? hush : stop)(messageId),
      })
      next.on('connectionStateChanged', ({ state }) => {
        // Nobody wanted it to end.
        if (state !== 'connected') hush(latest)
      })
    },
    onPlaybackEvent(event) {
      const { messageId, type } = event
      if (messageId === stopped) return
      if (event.type === 'spoken') return captions.spoken(messageId, event.textEnd)
      if (type === 'ended') captions.ended(messageId)
      store.update({ isSpeaking: type === 'begun', isThinking: false })
      if (type === 'ended' && session?.state() === 'connected')
        void session.notifyAudioPlaybackComplete(messageId)
    },
    stopReply: () => stop(latest),
    hush: () => hush(latest),
  }
}
