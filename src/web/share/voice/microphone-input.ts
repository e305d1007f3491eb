import type { Session } from '../../../client/session/create-session.js'
import {
  createMicrophoneChunker,
  type MicrophoneChunker,
} from '../../../client/session/microphone-chunker.js'
import { NO_ACKNOWLEDGEMENT_TEXT } from './device-errors.js'
import type { ObservableVoiceState, VoiceMode } from './voice-state.js'

/** Decides which microphone audio is sent, and as which turns. */
export type MicrophoneInput = {
  attach(session: Session): void
  /** Call it when the microphone is open. */
  start(): void
  stop(): void
  /** Takes samples at the recording rate, 16 kHz. */
  pushSamples(samples: Float32Array): void
  setMode(mode: VoiceMode): void
  press(): void
  release(): void
}

type MicrophoneInputDeps = { readonly store: ObservableVoiceState; after(ms: number, done: () => void): void }

/** Latency of the browser's capture: speech before the release of the button arrives up to this much later. */
const CAPTURE_DELAY_MS = 100

/**
 * Sends the visitor's speech, in turns that the service detects or that a button delimits
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function createMicrophoneInput({ store, after }: MicrophoneInputDeps): MicrophoneInput {
  const uplink = createVoiceUplink(store)
  /** Identifies the push-to-talk turn whose audio is still being sent. */
  let pushedTurn: object | undefined
  const release = () => {
    if (!store.state().isHeld) return
    const own = pushedTurn
    store.update({ isHeld: false, isThinking: true })
    uplink.ask((session) => session.stopVoice())
    after(CAPTURE_DELAY_MS, () => {
      if (pushedTurn !== own) return
      uplink.flush()
      pushedTurn = undefined
    })
  }
  return {
    attach(session) {
      uplink.attach(session)
      session.on('connectionStateChanged', () => {
        pushedTurn = undefined
        store.update({ isHeld: false, isThinking: false })
      })
    },
    start: uplink.startFree,
    stop() {
      if (uplink.isFree() || store.state().isHeld) uplink.ask((session) => session.stopVoice())
      pushedTurn = undefined
    },
    pushSamples(samples) {
      if (pushedTurn !== undefined || uplink.isFree()) uplink.push(samples)
    },
    press() {
      const { step, mode, isHeld } = store.state()
      if (step !== 'on' || mode !== 'push-to-talk' || isHeld || !uplink.isLive()) return
      pushedTurn = {}
      store.update({ isHeld: true, isThinking: false, trouble: null })
      uplink.startPushed()
    },
    release,
    setMode(mode) {
      if (mode === store.state().mode) return
      release()
      pushedTurn = undefined
      store.update({ mode, isThinking: false })
      if (store.state().step !== 'on') return
      if (mode === 'push-to-talk') uplink.ask((session) => session.stopVoice())
      else uplink.startFree()
    },
  }
}

/** Voice input of the service, through the session. */
function createVoiceUplink(store: ObservableVoiceState) {
  let session: Session | undefined
  let microphone: MicrophoneChunker | undefined
  /** Whether this connection is in push-to-talk mode, which lasts until it ends. */
  let isPushed = false
  /** Whether the current turn has a final transcript. */
  let isRecognised = false

  const isLive = () => session?.state() === 'connected'
  const isFree = () => {
    const { step, mode, cannotHear } = store.state()
    return step === 'on' && mode === 'hands-free' && cannotHear === null
  }
  const ask = (request: (session: Session) => Promise<unknown>) => {
    if (session === undefined || !isLive()) return
    request(session).catch(() =>
      store.update({ trouble: { message: NO_ACKNOWLEDGEMENT_TEXT }, isThinking: false }),
    )
  }
  const begin = (request: (session: Session) => Promise<unknown>) => {
    if (session !== undefined) microphone = createMicrophoneChunker(session)
    isRecognised = false
    ask(request)
  }
  const startFree = () => {
    if (!isFree()) return
    // A new connection leaves push-to-talk mode; it continues the same conversation.
    if (isPushed) ask((own) => own.connect())
    else begin((own) => own.startVoice())
  }
  return {
    isLive,
    isFree,
    ask,
    startFree,
    startPushed() {
      isPushed = true
      begin((own) => own.startVoice({ pushToTalk: true }))
    },
    push: (samples: Float32Array) => void (isLive() && microphone?.push(samples)),
    flush: () => void (isLive() && microphone?.flush()),
    attach(next: Session) {
      session = next
      next.on('connectionStateChanged', ({ state }) => {
        isPushed = false
        if (state === 'connected') startFree()
      })
      next.on('sttResponse', ({ is_final }) => {
        isRecognised ||= is_final
        if (is_final || isFree()) store.update({ isThinking: is_final })
      })
      next.on('voiceStopped', () => {
        if (!isRecognised) store.update({ isThinking: false })
      })
    },
  }
}
