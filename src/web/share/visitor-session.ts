import type { Session } from '../../client/session/create-session.js'
import type { ConnectionState } from '../../client/session/events.js'
import { SESSION_TOKEN_SECONDS, type ShareLinkStatus } from '../../contract/share-links.js'
import type { ShareSession } from '../../contract/shares.js'
import {
  appendAgain,
  appendVisitorText,
  applyBotResponse,
  applyDisconnect,
  applyError,
  applyInterrupt,
  applyTranscript,
  type Conversation,
  cutReply,
  earlierLines,
  removeInterimLines,
  resumeConversation,
  retryableText,
  stampLines,
} from './conversation/transcript.js'
import type { KeptVisits } from './kept-visits.js'
import { createObservableState } from './observable-state.js'
import type { RedeemOutcome } from './redeem-share.js'
import { type StoredVisit, type TabStorage, withoutToken } from './tab-storage.js'

/**
 * Why a visit ended, or did not begin. `invalid`: the link was not accepted. `closed`: the server does not accept the
 * session any more; `over`: nor can it, as its hour has passed.
 */
export type VisitEndReason =
  | 'invalid'
  | 'limited'
  | 'unreachable'
  | 'failed'
  | 'busy'
  | 'closed'
  | 'over'
  | 'idle'

/** After these it depends on the link whether another visit can begin. */
const ASKS_LINK: ReadonlySet<VisitEndReason> = new Set(['invalid', 'closed', 'over'])

/** After these the session token may still be good, and the visit go on. */
const CONTINUABLE: ReadonlySet<VisitEndReason> = new Set(['unreachable', 'failed', 'busy', 'idle'])

export const canContinue = (ending: VisitEndReason): boolean => CONTINUABLE.has(ending)

export type VisitorSessionState =
  /** Before the visitor starts: loading the page does not redeem the link. */
  | {
      readonly step: 'start'
      /** What was said before in this browser. */
      readonly kept: StoredVisit | null
    }
  | { readonly step: 'redeeming'; readonly past: StoredVisit | null }
  | (Conversation & {
      readonly step: 'open'
      readonly session: ShareSession
      readonly since: number
      readonly connection: ConnectionState
      /** The message of the last error that did not end the visit. */
      readonly trouble: string | null
      /** Whether the link has no turns left. */
      readonly isUsedUp: boolean
    })
  | {
      readonly step: 'ended'
      readonly ending: VisitEndReason
      /** How the link stands, where that tells more; null: nobody told. */
      readonly link: ShareLinkStatus | 'asked' | null
      readonly retrySeconds: number | null
      /** The visit that is over; null if there was none. */
      readonly past: StoredVisit | null
    }

export type VisitorSession = {
  state(): VisitorSessionState
  /** Calls the listener after every change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Continues the visit of this tab after a reload, or shows again how it ended; if there was none, looks for earlier ones. */
  resume(): void
  /** Ends a visit that has not started: the server has answered the page with an error. */
  markLinkInvalid(): void
  /**
   * Redeems the link and connects, with what was said before above; continues a visit that ended if its session may still
   * be good.
   */
  start(): Promise<void>
  /**
   * Forgets in this browser what was said through the link; ends the visit. A link that is dead stays so. `isTold`: another
   * tab has told that it did.
   */
  forget(isTold?: boolean): void
  sendText(text: string): void
  /** Says the last words again, once it is known what came of them. */
  retry(): void
  /** Interrupts the current reply. */
  interrupt(): void
  /** The speech of a reply was cut: of its text, no more than this was heard. */
  cutReply(messageId: string, textEnd: number): void
}

type VisitorSessionDeps = {
  readonly tabStorage: TabStorage
  readonly keptVisits: KeptVisits
  redeem(): Promise<RedeemOutcome>
  readLinkStatus(): Promise<ShareLinkStatus | null>
  connect(session: ShareSession): Session
  /** Whether replies should come with audio. */
  isAloud(): boolean
  after(ms: number, done: () => void): void
  /** Milliseconds since the epoch. */
  now(): number
}

/** After a reload the service may still count the old connection; this gives it time to notice. */
const RECONNECT_DELAY_MS = 1000

/** A visit through a share link, from the start screen to its end. Independent of browser APIs, for tests. */
export function createVisitorSession(deps: VisitorSessionDeps): VisitorSession {
  const { redeem, isAloud, tabStorage, keptVisits, now } = deps
  const store = createSessionState(deps)
  const { state, subscribe } = store
  const { open, end, leave, live, isSessionOver } = createConnection(deps, store)

  const start = async () => {
    const before = state()
    // Another tab may have said more, or forgotten all.
    const past = before.step === 'start' ? before.kept && (keptVisits.read() ?? null) : pastOf(before)
    const mayContinue = before.step === 'ended' && canContinue(before.ending) && !isSessionOver()
    if (past !== null && mayContinue && hasToken(past)) return open(past, true)
    store.become({ step: 'redeeming', past })
    const outcome = await redeem()
    // It may have been forgotten in the meantime.
    const kept = pastOf(state())
    const lines = kept === null ? [] : earlierLines(kept.lines, kept.since)
    if (outcome.kind === 'session') open({ session: outcome.session, lines, since: now() }, false)
    else end(outcome.kind, outcome.kind === 'limited' ? outcome.seconds : null)
  }
  const send = (text: string, append: typeof appendVisitorText) => {
    if (!isConnected(state()) || text.trim() === '') return
    store.converse((before) => append(before, text.trim()))
    live()?.sendText(text, { textOnly: !isAloud() })
  }
  const sendText = (text: string) => send(text, appendVisitorText)
  return {
    state,
    subscribe,
    resume() {
      const stored = tabStorage.read()
      if (stored === undefined) return store.become({ step: 'start', kept: keptVisits.read() ?? null })
      if (hasToken(stored)) return open(stored, true)
      store.become({ step: 'redeeming', past: stored })
      end(endingOf(stored, now()))
    },
    markLinkInvalid() {
      if (state().step === 'start') end('invalid')
    },
    start,
    forget(isTold = false) {
      leave()
      tabStorage.forget()
      keptVisits.forget(isTold)
      const before = state()
      const isDead = before.step === 'ended' && ASKS_LINK.has(before.ending) && before.link !== 'active'
      store.become(isDead ? { ...before, past: null } : { step: 'start', kept: null })
    },
    sendText,
    retry() {
      const current = state()
      const text = current.step === 'open' ? retryableText(current) : undefined
      if (text !== undefined) send(text, appendAgain)
    },
    interrupt() {
      if (isConnected(state())) live()?.sendInterrupt()
    },
    cutReply: (messageId, textEnd) => store.converse((before) => cutReply(before, messageId, textEnd)),
  }
}

/** Kept visits have none, nor have those that are over. */
const hasToken = ({ session }: StoredVisit): boolean => session.sessionToken !== ''

const isConnected = (state: VisitorSessionState) => state.step === 'open' && state.connection === 'connected'

/** The visit as far as it has come. */
function pastOf(state: VisitorSessionState): StoredVisit | null {
  if (state.step === 'start') return state.kept
  if (state.step !== 'open') return state.past
  return { session: state.session, lines: applyDisconnect(state).lines, since: state.since }
}

/** Opens the session of a visit and follows its events until the visit ends. */
function createConnection(deps: VisitorSessionDeps, store: SessionState) {
  const { connect, after, now } = deps
  const { become, change } = store
  let current: Session | undefined
  let isSessionOver = false

  const leave = () => {
    current?.disconnect()
    current = undefined
  }
  const end = (ending: VisitEndReason, retrySeconds: number | null = null) => {
    leave()
    isSessionOver ||= ending === 'closed' || ending === 'over'
    becomeEnded(deps, store, { ending, retrySeconds })
  }
  const open = ({ session, lines, since }: StoredVisit, isResumed: boolean) => {
    const own = connect(session)
    current = own
    isSessionOver = false
    const conversation = resumeConversation(lines)
    const opened = { connection: 'connecting', trouble: null, isUsedUp: false } as const
    become({ step: 'open', session, since, ...conversation, ...opened })
    const reconnect = () => void (current === own && own.connect().catch(() => undefined))
    let mayRetry = isResumed
    subscribeTranscript(own, store)
    own.on('sessionConnected', () => {
      mayRetry = true
    })
    own.on('connectionStateChanged', ({ state: connection }) => change({ connection }))
    own.on('quotaExceeded', () => change({ isUsedUp: true }))
    own.on('authError', () => end(endingOf({ since }, now())))
    own.on('sessionRejected', () => {
      if (!mayRetry) return end('busy')
      mayRetry = false
      after(RECONNECT_DELAY_MS, reconnect)
    })
    own.on('sessionTimeout', () => end('idle'))
    own.on('disconnected', ({ reason, willReconnect }) => {
      // The server gave no reason; reconnecting shows whether the link still works.
      if (reason === 'server') reconnect()
      else if (reason === 'lost' && !willReconnect && current === own) end('unreachable')
    })
    reconnect()
  }
  return { open, end, leave, live: () => current, isSessionOver: () => isSessionOver }
}

/** Why the server does not accept the session any more. */
const endingOf = ({ since }: Pick<StoredVisit, 'since'>, now: number): VisitEndReason =>
  now >= since + SESSION_TOKEN_SECONDS * 1000 ? 'over' : 'closed'

/** Ends the visit; where it depends on the link what can be done now, asks how that stands. */
function becomeEnded(
  { tabStorage, readLinkStatus }: Pick<VisitorSessionDeps, 'tabStorage' | 'readLinkStatus'>,
  { state, become }: SessionState,
  { ending, retrySeconds }: { readonly ending: VisitEndReason; readonly retrySeconds: number | null },
): void {
  const past = pastOf(state())
  if (past !== null && hasToken(past) && !canContinue(ending)) tabStorage.write(withoutToken(past))
  const asks = ASKS_LINK.has(ending)
  const ended = { step: 'ended', ending, link: asks ? 'asked' : null, retrySeconds, past } as const
  become(ended)
  if (asks)
    void readLinkStatus().then((link) => {
      const current = state()
      // What was said may have been forgotten in the meantime.
      if (current.step === 'ended' && current.link === 'asked') become({ ...current, link })
    })
}

type SessionState = ReturnType<typeof createSessionState>

type StateDeps = Pick<VisitorSessionDeps, 'tabStorage' | 'keptVisits' | 'now'>

/** The state of the visit; stores what a reload needs, and what other tabs show. */
function createSessionState({ tabStorage, keptVisits, now }: StateDeps) {
  const { state, subscribe, set } = createObservableState<VisitorSessionState>({ step: 'start', kept: null })
  const become = (next: VisitorSessionState) => {
    if (next.step === 'open') {
      const { session, lines, since } = next
      tabStorage.write({ session, lines, since })
      keptVisits.write({ session, lines, since })
    }
    set(next)
  }
  const change = (changes: Partial<Extract<VisitorSessionState, { step: 'open' }>>) => {
    const current = state()
    if (current.step === 'open') become({ ...current, ...changes })
  }
  /** What happens in the conversation shows that an earlier trouble is over. */
  const converse = (next: (conversation: Conversation) => Conversation, trouble: string | null = null) => {
    const current = state()
    if (current.step !== 'open') return
    const conversation = next(current)
    change({ ...conversation, lines: stampLines(conversation.lines, now()), trouble })
  }
  return { state, subscribe, become, change, converse }
}

function subscribeTranscript(session: Session, { converse }: Pick<SessionState, 'converse'>): void {
  session.on('botResponse', (response) => converse((before) => applyBotResponse(before, response)))
  session.on('interrupt', (interrupt) => converse((before) => applyInterrupt(before, interrupt)))
  session.on('sttResponse', (transcript) => converse((before) => applyTranscript(before, transcript)))
  session.on('voiceStopped', () => converse(removeInterimLines))
  session.on('error', ({ error, message }) => converse((before) => applyError(before, error), message))
  session.on('disconnected', () => converse(applyDisconnect))
}
