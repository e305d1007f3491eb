import type { Session } from '../../client/session/create-session.js'
import type { ConnectionState } from '../../client/session/events.js'
import type { ShareSession } from '../../contract/shares.js'
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

/** Why a visit is over. */
export type VisitEndReason = 'invalid' | 'limited' | 'unreachable' | 'busy' | 'revoked' | 'idle' | 'used_up'

export type VisitorSessionState =
  /** Before the visitor starts: looking at the page opens nothing. */
  | { readonly step: 'door' }
  | { readonly step: 'opening' }
  | {
      readonly step: 'inside'
      readonly session: ShareSession
      readonly connection: ConnectionState
      readonly lines: readonly TranscriptLine[]
      /** The last thing that went wrong without ending the visit. */
      readonly trouble: string | null
      /** Set when there are no turns left. */
      readonly isUsedUp: boolean
    }
  | { readonly step: 'over'; readonly ending: VisitEndReason; readonly retrySeconds: number | null }

export type VisitorSession = {
  state(): VisitorSessionState
  /** Calls back at every change; the call it returns ends that. */
  subscribe(listener: () => void): () => void
  /** Goes on where a reload has left off, if it did. */
  resume(): void
  /** The server has said that the link is none: who stands at the door need not try it. */
  markLinkInvalid(): void
  /** Redeems the link and connects. */
  start(): void
  sendText(text: string): void
  /** Stops the reply that is being given. */
  interrupt(): void
}

type VisitorSessionDeps = {
  readonly tabStorage: TabStorage
  redeem(): Promise<RedeemOutcome>
  connect(session: ShareSession): Session
  /** Whether replies are to be heard, too. */
  isAloud(): boolean
  after(ms: number, done: () => void): void
}

/** The service notices in its own time that a visitor has left, who may be the same that comes back. */
const RECONNECT_DELAY_MS = 1000

/** A visitor's way through a link, from its door to its end, without anything that a browser is needed for. */
export function createVisitorSession({
  tabStorage: keepsake,
  redeem,
  connect,
  isAloud,
  after,
}: VisitorSessionDeps): VisitorSession {
  const { state, subscribe, become, change, lineUp } = createSessionState(keepsake)
  let live: Session | undefined

  const end = (ending: VisitEndReason, retrySeconds: number | null = null) => {
    keepsake.clear()
    live?.disconnect()
    live = undefined
    become({ step: 'over', ending, retrySeconds })
  }
  const enter = (session: ShareSession, lines: readonly TranscriptLine[], isBack: boolean) => {
    const own = connect(session)
    live = own
    become({ step: 'inside', session, lines, connection: 'connecting', trouble: null, isUsedUp: false })
    const comeBack = () => void (live === own && own.connect().catch(() => undefined))
    let mayComeBack = isBack
    subscribeTranscript(own, lineUp)
    own.on('sessionConnected', () => {
      mayComeBack = true
    })
    own.on('connectionStateChanged', ({ state: connection }) => change({ connection }))
    own.on('error', ({ message }) => change({ trouble: message }))
    own.on('quotaExceeded', () => change({ isUsedUp: true }))
    own.on('authError', () => end('revoked'))
    own.on('sessionRejected', () => {
      if (!mayComeBack) return end('busy')
      mayComeBack = false
      after(RECONNECT_DELAY_MS, comeBack)
    })
    own.on('sessionTimeout', () => end('idle'))
    own.on('disconnected', ({ reason, willReconnect }) => {
      // Sent away without a word: coming back once tells whether the link still works.
      if (reason === 'server') comeBack()
      else if (reason === 'lost' && !willReconnect && live === own) end('unreachable')
    })
    comeBack()
  }

  return {
    state,
    subscribe,
    resume() {
      const kept = keepsake.read()
      if (kept !== undefined) enter(kept.session, finalizeLines(kept.lines), true)
    },
    markLinkInvalid() {
      if (state().step === 'door') end('invalid')
    },
    async start() {
      become({ step: 'opening' })
      const redeemed = await redeem()
      if (redeemed.kind === 'session') enter(redeemed.session, [], false)
      else end(redeemed.kind, redeemed.kind === 'limited' ? redeemed.seconds : null)
    },
    sendText(text) {
      if (!isConnected(state()) || text.trim() === '') return
      lineUp((before) => appendVisitorText(before, text.trim()))
      live?.sendText(text, { textOnly: !isAloud() })
    },
    interrupt() {
      if (isConnected(state())) live?.sendInterrupt()
    },
  }
}

const isConnected = (state: VisitorSessionState) =>
  state.step === 'inside' && state.connection === 'connected'

/** How far the visit is; what a reload needs of it is kept. */
function createSessionState(keepsake: TabStorage) {
  const listeners = new Set<() => void>()
  let state: VisitorSessionState = { step: 'door' }
  const become = (next: VisitorSessionState) => {
    state = next
    if (next.step === 'inside') keepsake.write({ session: next.session, lines: next.lines })
    for (const listener of listeners) listener()
  }
  const change = (changes: Partial<Extract<VisitorSessionState, { step: 'inside' }>>) => {
    if (state.step === 'inside') become({ ...state, ...changes })
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become,
    change,
    lineUp(next: (lines: readonly TranscriptLine[]) => TranscriptLine[]) {
      if (state.step === 'inside') change({ lines: next(state.lines), trouble: null })
    },
  }
}

type UpdateTranscript = (next: (lines: readonly TranscriptLine[]) => TranscriptLine[]) => void

function subscribeTranscript(session: Session, lineUp: UpdateTranscript): void {
  session.on('botResponse', (response) => lineUp((before) => applyBotResponse(before, response)))
  session.on('interrupt', ({ message_id }) => lineUp((before) => markInterrupted(before, message_id)))
  session.on('sttResponse', (heard) => lineUp((before) => applyTranscript(before, heard)))
  session.on('voiceStopped', () => lineUp(removeInterimLines))
  session.on('disconnected', () => lineUp(finalizeLines))
}
