import type { Session } from '../../client/session/create-session.js'
import type { ConnectionState } from '../../client/session/events.js'
import type { ShareSession } from '../../contract/shares.js'
import { createObservableState } from './observable-state.js'
import type { RedeemOutcome } from './redeem-share.js'
import type { TabStorage } from './tab-storage.js'
import {
  appendVisitorText,
  applyBotResponse,
  applyTranscript,
  finalizeLines,
  markInterrupted,
  removeInterimLines,
  type TranscriptLine,
} from './transcript.js'

/** Why a visit ended. */
export type VisitEndReason = 'invalid' | 'limited' | 'unreachable' | 'busy' | 'revoked' | 'idle' | 'used_up'

export type VisitorSessionState =
  /** Before the visitor starts: loading the page does not redeem the link. */
  | { readonly step: 'start' }
  | { readonly step: 'redeeming' }
  | {
      readonly step: 'open'
      readonly session: ShareSession
      readonly connection: ConnectionState
      readonly lines: readonly TranscriptLine[]
      /** The message of the last error that did not end the visit. */
      readonly trouble: string | null
      /** Whether the link has no turns left. */
      readonly isUsedUp: boolean
    }
  | { readonly step: 'ended'; readonly ending: VisitEndReason; readonly retrySeconds: number | null }

export type VisitorSession = {
  state(): VisitorSessionState
  /** Calls the listener after every change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Continues the visit of this tab after a reload, if there was one. */
  resume(): void
  /** Ends a visit that has not started: the server has answered the page with an error. */
  markLinkInvalid(): void
  /** Redeems the link and connects. */
  start(): void
  sendText(text: string): void
  /** Interrupts the current reply. */
  interrupt(): void
}

type VisitorSessionDeps = {
  readonly tabStorage: TabStorage
  redeem(): Promise<RedeemOutcome>
  connect(session: ShareSession): Session
  /** Whether replies should come with audio. */
  isAloud(): boolean
  after(ms: number, done: () => void): void
}

/** After a reload the service may still count the old connection; this gives it time to notice. */
const RECONNECT_DELAY_MS = 1000

/** A visit through a share link, from the start screen to its end. Independent of browser APIs, for tests. */
export function createVisitorSession({
  tabStorage,
  redeem,
  connect,
  isAloud,
  after,
}: VisitorSessionDeps): VisitorSession {
  const { state, subscribe, become, change, updateTranscript } = createSessionState(tabStorage)
  let live: Session | undefined

  const end = (ending: VisitEndReason, retrySeconds: number | null = null) => {
    tabStorage.clear()
    live?.disconnect()
    live = undefined
    become({ step: 'ended', ending, retrySeconds })
  }
  const open = (session: ShareSession, lines: readonly TranscriptLine[], isResumed: boolean) => {
    const own = connect(session)
    live = own
    become({ step: 'open', session, lines, connection: 'connecting', trouble: null, isUsedUp: false })
    const reconnect = () => void (live === own && own.connect().catch(() => undefined))
    let mayRetry = isResumed
    subscribeTranscript(own, updateTranscript)
    own.on('sessionConnected', () => {
      mayRetry = true
    })
    own.on('connectionStateChanged', ({ state: connection }) => change({ connection }))
    own.on('error', ({ message }) => change({ trouble: message }))
    own.on('quotaExceeded', () => change({ isUsedUp: true }))
    own.on('authError', () => end('revoked'))
    own.on('sessionRejected', () => {
      if (!mayRetry) return end('busy')
      mayRetry = false
      after(RECONNECT_DELAY_MS, reconnect)
    })
    own.on('sessionTimeout', () => end('idle'))
    own.on('disconnected', ({ reason, willReconnect }) => {
      // The server gave no reason; reconnecting shows whether the link still works.
      if (reason === 'server') reconnect()
      else if (reason === 'lost' && !willReconnect && live === own) end('unreachable')
    })
    reconnect()
  }

  return {
    state,
    subscribe,
    resume() {
      const stored = tabStorage.read()
      if (stored !== undefined) open(stored.session, finalizeLines(stored.lines), true)
    },
    markLinkInvalid() {
      if (state().step === 'start') end('invalid')
    },
    async start() {
      become({ step: 'redeeming' })
      const outcome = await redeem()
      if (outcome.kind === 'session') open(outcome.session, [], false)
      else end(outcome.kind, outcome.kind === 'limited' ? outcome.seconds : null)
    },
    sendText(text) {
      if (!isConnected(state()) || text.trim() === '') return
      updateTranscript((before) => appendVisitorText(before, text.trim()))
      live?.sendText(text, { textOnly: !isAloud() })
    },
    interrupt() {
      if (isConnected(state())) live?.sendInterrupt()
    },
  }
}

const isConnected = (state: VisitorSessionState) => state.step === 'open' && state.connection === 'connected'

/** The state of the visit; stores what a reload needs. */
function createSessionState(tabStorage: TabStorage) {
  const { state, subscribe, set } = createObservableState<VisitorSessionState>({ step: 'start' })
  const become = (next: VisitorSessionState) => {
    if (next.step === 'open') tabStorage.write({ session: next.session, lines: next.lines })
    set(next)
  }
  const change = (changes: Partial<Extract<VisitorSessionState, { step: 'open' }>>) => {
    const current = state()
    if (current.step === 'open') become({ ...current, ...changes })
  }
  const updateTranscript: UpdateTranscript = (next) => {
    const current = state()
    if (current.step === 'open') change({ lines: next(current.lines), trouble: null })
  }
  return { state, subscribe, become, change, updateTranscript }
}

type UpdateTranscript = (next: (lines: readonly TranscriptLine[]) => TranscriptLine[]) => void

function subscribeTranscript(session: Session, updateTranscript: UpdateTranscript): void {
  session.on('botResponse', (response) => updateTranscript((before) => applyBotResponse(before, response)))
  session.on('interrupt', ({ message_id }) =>
    updateTranscript((before) => markInterrupted(before, message_id)),
  )
  session.on('sttResponse', (transcript) => updateTranscript((before) => applyTranscript(before, transcript)))
  session.on('voiceStopped', () => updateTranscript(removeInterimLines))
  session.on('disconnected', () => updateTranscript(finalizeLines))
}
