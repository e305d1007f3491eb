import type { Session } from '../../client/session/create-session.js'
import type { ConnectionState } from '../../client/session/events.js'
import type { ShareSession } from '../../contract/shares.js'
import type { Keepsake } from './keepsake.js'
import type { Redeemed } from './redeem.js'
import { type Line, withInterrupt, withResponse, withWords } from './transcript.js'

/** Why a visit is over. */
export type Ending = 'invalid' | 'limited' | 'unreachable' | 'busy' | 'revoked' | 'idle' | 'used_up'

export type VisitState =
  /** Before the visitor starts: looking at the page opens nothing. */
  | { readonly step: 'door' }
  | { readonly step: 'opening' }
  | {
      readonly step: 'inside'
      readonly session: ShareSession
      readonly connection: ConnectionState
      readonly lines: readonly Line[]
      /** The last thing that went wrong without ending the visit. */
      readonly trouble: string | null
      /** Set when there are no turns left. */
      readonly isUsedUp: boolean
    }
  | { readonly step: 'over'; readonly ending: Ending; readonly retrySeconds: number | null }

export type Visit = {
  state(): VisitState
  /** Calls back at every change; the call it returns ends that. */
  subscribe(listener: () => void): () => void
  /** Goes on where a reload has left off, if it did. */
  resume(): void
  /** Redeems the link and connects. */
  start(): void
  say(text: string): void
  /** Stops the reply that is being given. */
  interrupt(): void
}

type VisitDeps = {
  readonly keepsake: Keepsake
  redeem(): Promise<Redeemed>
  connect(session: ShareSession): Session
}

/** A visitor's way through a link, from its door to its end, without anything that a browser is needed for. */
export function createVisit({ keepsake, redeem, connect }: VisitDeps): Visit {
  const listeners = new Set<() => void>()
  let state: VisitState = { step: 'door' }
  let live: Session | undefined

  const become = (next: VisitState) => {
    state = next
    if (next.step === 'inside') keepsake.write({ session: next.session, lines: next.lines })
    for (const listener of listeners) listener()
  }
  const change = (changes: Partial<Extract<VisitState, { step: 'inside' }>>) => {
    if (state.step === 'inside') become({ ...state, ...changes })
  }
  const end = (ending: Ending, retrySeconds: number | null = null) => {
    keepsake.clear()
    live?.disconnect()
    live = undefined
    become({ step: 'over', ending, retrySeconds })
  }
  const enter = (session: ShareSession, lines: readonly Line[]) => {
    const own = connect(session)
    live = own
    become({ step: 'inside', session, lines, connection: 'connecting', trouble: null, isUsedUp: false })
    const lineUp = (next: (lines: readonly Line[]) => Line[]) => {
      if (state.step === 'inside') change({ lines: next(state.lines), trouble: null })
    }
    own.on('connectionStateChanged', ({ state: connection }) => change({ connection }))
    own.on('botResponse', (response) => lineUp((before) => withResponse(before, response)))
    own.on('interrupt', ({ message_id }) => lineUp((before) => withInterrupt(before, message_id)))
    own.on('error', ({ message }) => change({ trouble: message }))
    own.on('quotaExceeded', () => change({ isUsedUp: true }))
    own.on('authError', () => end('revoked'))
    own.on('sessionRejected', () => end('busy'))
    own.on('sessionTimeout', () => end('idle'))
    own.on('disconnected', ({ reason, willReconnect }) => {
      // Sent away without a word: coming back once tells whether the link still works.
      if (reason === 'server' && live === own) void own.connect().catch(() => undefined)
      else if (reason === 'lost' && !willReconnect && live === own) end('unreachable')
    })
    own.connect().catch(() => undefined)
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    resume() {
      const kept = keepsake.read()
      if (kept !== undefined) enter(kept.session, kept.lines)
    },
    async start() {
      become({ step: 'opening' })
      const redeemed = await redeem()
      if (redeemed.kind === 'session') enter(redeemed.session, [])
      else end(redeemed.kind, redeemed.kind === 'limited' ? redeemed.seconds : null)
    },
    say(text) {
      if (state.step !== 'inside' || state.connection !== 'connected' || text.trim() === '') return
      change({ lines: withWords(state.lines, text.trim()), trouble: null })
      live?.sendText(text, { textOnly: true })
    },
    interrupt: () => live?.sendInterrupt(),
  }
}
