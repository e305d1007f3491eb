import type { Session } from '../../../client/session/create-session.js'
import {
  createMicrophoneChunker,
  type MicrophoneChunker,
} from '../../../client/session/microphone-chunker.js'
import { NO_ACKNOWLEDGEMENT_TEXT } from './device-errors.js'
import type { ObservableVoiceState, VoiceMode } from './voice-state.js'

/** What becomes of the sound of the microphone. */
export type MicrophoneInput = {
  attach(session: Session): void
  /** The microphone is open. */
  start(): void
  stop(): void
  /** At the recording rate, 16 kHz. */
  pushSamples(samples: Float32Array): void
  setMode(mode: VoiceMode): void
  press(): void
  release(): void
}

type MicrophoneInputDeps = { readonly store: ObservableVoiceState; after(ms: number, done: () => void): void }

/** What was said while the button was held comes out of the browser so late. */
const CAPTURE_DELAY_MS = 100

/**
 * Sends what the visitor says in turns that the service finds, or that a button makes
 * (docs/wire-protocol.md, Voice mode and push-to-talk).
 */
export function createMicrophoneInput({ store, after }: MicrophoneInputDeps): MicrophoneInput {
  const ear = createVoiceUplink(store)
  /** The turn that is being said, until the last of it is sent. */
  let hold: object | undefined
  const release = () => {
    if (!store.state().isHeld) return
    const own = hold
    store.update({ isHeld: false, isThinking: true })
    ear.ask((session) => session.stopVoice())
    after(CAPTURE_DELAY_MS, () => {
      if (hold !== own) return
      ear.flush()
      hold = undefined
    })
  }
  return {
    attach(session) {
      ear.attach(session)
      session.on('connectionStateChanged', () => {
        hold = undefined
        store.update({ isHeld: false, isThinking: false })
      })
    },
    start: ear.startFree,
    stop() {
      if (ear.isFree() || store.state().isHeld) ear.ask((session) => session.stopVoice())
      hold = undefined
    },
    pushSamples(samples) {
      if (hold !== undefined || ear.isFree()) ear.push(samples)
    },
    press() {
      const { step, mode, isHeld } = store.state()
      if (step !== 'on' || mode !== 'hold' || isHeld || !ear.isLive()) return
      hold = {}
      store.update({ isHeld: true, isThinking: false, trouble: null })
      ear.startPushed()
    },
    release,
    setMode(mode) {
      if (mode === store.state().mode) return
      release()
      hold = undefined
      store.update({ mode, isThinking: false })
      if (store.state().step !== 'on') return
      if (mode === 'hold') ear.ask((session) => session.stopVoice())
      else ear.startFree()
    },
  }
}

/** The ear of the service at the other end of the session. */
function createVoiceUplink(store: ObservableVoiceState) {
  let session: Session | undefined
  let microphone: MicrophoneChunker | undefined
  /** Push-to-talk holds until the session ends. */
  let isPushed = false
  /** Whether the service understood anything of what was last said. */
  let isUnderstood = false

  const isLive = () => session?.state() === 'connected'
  const isFree = () => store.state().step === 'on' && store.state().mode === 'free'
  const ask = (request: (session: Session) => Promise<unknown>) => {
    if (session === undefined || !isLive()) return
    request(session).catch(() =>
      store.update({ trouble: { message: NO_ACKNOWLEDGEMENT_TEXT }, isThinking: false }),
    )
  }
  const begin = (request: (session: Session) => Promise<unknown>) => {
    if (session !== undefined) microphone = createMicrophoneChunker(session)
    isUnderstood = false
    ask(request)
  }
  const startFree = () => {
    if (!isFree()) return
    // It goes on in the same conversation.
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
        isUnderstood ||= is_final
        if (is_final || isFree()) store.update({ isThinking: is_final })
      })
      next.on('voiceStopped', () => {
        if (!isUnderstood) store.update({ isThinking: false })
      })
    },
  }
}
