import type { Session } from '../../../client/session/create-session.js'
import { subscribeToReplyAudio } from '../../../client/session/reply-audio.js'
import { DeviceError, VOICE_TIMEOUT_TEXT } from './device-errors.js'
import { createMicrophoneInput } from './microphone-input.js'
import { createObservableState } from './observable-state.js'
import type { PlaybackEvent } from './playback-queue.js'
import type { AudioDeviceListener, AudioDevices } from './ports.js'
import { type ObservableVoiceState, VOICE_OFF, type VoiceMode, type VoiceState } from './voice-state.js'

export type VisitorVoice = Pick<ObservableVoiceState, 'state' | 'subscribe'> & {
  /** Speaks and listens through this session from now on. */
  attach(session: Session): void
  /** Asks for the microphone. */
  open(): Promise<void>
  close(): void
  setMode(mode: VoiceMode): void
  press(): void
  release(): void
  /** Stops the reply that sounds; what still comes of it is not played. */
  stopReply(): void
  /** Calls back with the level of the microphone, from 0 to 1, many times a second; the call it returns ends that. */
  onLevel(listener: (level: number) => void): () => void
}

type VisitorVoiceDeps = {
  openDevices(listener: AudioDeviceListener): Promise<AudioDevices>
  after(ms: number, done: () => void): void
}

/** A visitor's microphone and loudspeaker in a conversation, without anything that a browser is needed for. */
export function createVisitorVoice({ openDevices, after }: VisitorVoiceDeps): VisitorVoice {
  const store = createObservableState<VoiceState>(VOICE_OFF)
  const levels = createLevelMeter()
  let devices: AudioDevices | undefined
  const hearing = createMicrophoneInput({ store, after })
  const sounding = createReplyPlayback(store, () => devices)

  const close = (trouble: VoiceState['trouble'] = null) => {
    hearing.stop()
    devices?.close()
    devices = undefined
    store.update({ ...VOICE_OFF, mode: store.state().mode, trouble })
  }
  const listener: AudioDeviceListener = {
    onSamples(samples) {
      levels.tell(samples)
      hearing.pushSamples(samples)
    },
    onPlaybackEvent: sounding.onPlaybackEvent,
    onMicrophoneLost: () => close({ device: 'lost' }),
  }
  return {
    state: store.state,
    subscribe: store.subscribe,
    setMode: hearing.setMode,
    press: hearing.press,
    release: hearing.release,
    stopReply: sounding.stopReply,
    onLevel: levels.listen,
    attach(session) {
      hearing.attach(session)
      sounding.attach(session)
      const think = () => store.update({ isThinking: false })
      session.on('voiceError', ({ message }) => store.update({ trouble: { message }, isThinking: false }))
      session.on('voiceTimeout', () => close({ message: VOICE_TIMEOUT_TEXT }))
      session.on('botResponse', ({ is_final }) => (is_final ? think() : undefined))
      session.on('interrupt', think)
      session.on('error', think)
    },
    async open() {
      if (store.state().step !== 'off') return
      store.update({ step: 'opening', trouble: null })
      try {
        const opened = await openDevices(listener)
        // Closed while the browser asked.
        if (store.state().step !== 'opening') return opened.close()
        devices = opened
        store.update({ step: 'on' })
        hearing.start()
      } catch (error) {
        // What no device is to blame for keeps the microphone as much from being used.
        store.update({
          step: 'off',
          trouble: { device: error instanceof DeviceError ? error.trouble : 'busy' },
        })
      }
    },
    close: () => close(),
  }
}

/** Root mean square of a loud voice. */
const LOUD = 0.25

function createLevelMeter() {
  const listeners = new Set<(level: number) => void>()
  return {
    listen(listener: (level: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(samples: Float32Array) {
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
      for (const listener of listeners) listener(Math.min(1, Math.sqrt(power) / LOUD))
    },
  }
}

/** What becomes of the sound of replies. */
type ReplyPlayback = {
  attach(session: Session): void
  /** The loudspeaker comes to the first sample of a reply, or has left its last. */
  onPlaybackEvent(played: PlaybackEvent): void
  /** Stops the reply that sounds; what still comes of it is not played. */
  stopReply(): void
}

/** Plays replies as they come, and tells the service when they are over. */
function createReplyPlayback(
  store: ObservableVoiceState,
  devices: () => AudioDevices | undefined,
): ReplyPlayback {
  let session: Session | undefined
  let latest: string | undefined
  /** The loudspeaker may still tell of it what happened before it was cut. */
  let hushed: string | undefined

  const cut = (messageId: string | undefined) => {
    hushed = messageId
    devices()?.stopPlayback()
    store.update({ isSpeaking: false })
  }
  return {
    attach(next) {
      session = next
      subscribeToReplyAudio(next, {
        onChunk(chunk) {
          latest = chunk.messageId
          if (chunk.messageId !== hushed) devices()?.play(chunk)
        },
        onInterrupt: cut,
      })
      next.on('connectionStateChanged', ({ state }) => {
        if (state !== 'connected') cut(latest)
      })
    },
    onPlaybackEvent({ messageId, type: is }) {
      if (messageId === hushed) return
      store.update({ isSpeaking: is === 'begun', isThinking: false })
      if (is === 'ended' && session?.state() === 'connected')
        void session.notifyAudioPlaybackComplete(messageId)
    },
    stopReply: () => cut(latest),
  }
}
