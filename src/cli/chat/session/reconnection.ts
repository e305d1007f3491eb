import { setTimeout as sleep } from 'node:timers/promises'
import { SESSION_DEFAULTS, type Session, UnreachableError } from '../../../client/create-client.js'
import type { Output } from '../../output/output.js'
import type { ChatInterruptHandler } from '../chat-interrupt-handler.js'
import type { Prompt } from '../prompt/prompt.js'
import type { ChatSession } from '../turn.js'
import { rejectOnSessionEnd } from './session-end.js'

export const CONNECTION_LOST_TEXT = '(connection lost; reconnecting …)'
const QUEUED_UNTIL_RECONNECTED_TEXT =
  '(connection lost; this is sent after the reconnection, Ctrl-C takes it back)'
export const RECONNECTED_TEXT = '(connected again)'

type Shown = Pick<Prompt, 'tell' | 'notice'>

/** Shows one line while the connection is lost, which gives way to another one after the reconnection. */
export function showReconnection(session: Session, { tell, notice }: Shown): void {
  let isShown = false
  const show = () => {
    isShown = session.state() === 'reconnecting'
    if (isShown) notice(CONNECTION_LOST_TEXT)
  }
  session.on('connectionStateChanged', ({ state }) => {
    // What had arrived of a reply comes before it.
    if (state === 'reconnecting') setImmediate(show)
    if (state === 'reconnecting' || !isShown) return
    isShown = false
    notice('')
    if (state === 'connected') tell(RECONNECTED_TEXT)
  })
}

type Waiting = {
  readonly session: Session
  readonly interruption: ChatInterruptHandler
  readonly prompt: Shown
}

/**
 * Waits until a message can be sent; false when Ctrl-C took it back. Rejects when the session is over before.
 */
export async function waitUntilConnected({ session, interruption, prompt }: Waiting): Promise<boolean> {
  let takeBack: () => void = () => undefined
  const takenBack = new Promise<false>((resolve) => {
    takeBack = () => resolve(false)
  })
  prompt.notice(QUEUED_UNTIL_RECONNECTED_TEXT)
  const isConnected = await interruption.runInterruptible(takeBack, () =>
    Promise.race([untilReconnected(session), takenBack]),
  )
  if (!isConnected && session.state() === 'reconnecting') prompt.notice(CONNECTION_LOST_TEXT)
  if (!isConnected) prompt.tell('(Not sent; the up arrow brings it back.)')
  return isConnected
}

/** Tells a program about a lost connection and about the reconnection, each in one line. */
export function reportReconnection(session: Session, { event, note }: Output): void {
  session.on('connectionStateChanged', ({ state, previous }) => {
    if (state !== 'reconnecting' && previous !== 'reconnecting') return
    event({ event: 'connection', state }, () => '')
    if (state === 'reconnecting') note(CONNECTION_LOST_TEXT)
    if (state === 'connected') note(RECONNECTED_TEXT)
  })
}

/** Rejects when the session is over before. */
export const untilReconnected = (session: Session): Promise<true> =>
  Promise.race([reconnected(session), rejectOnSessionEnd(session)])

async function reconnected(session: Session): Promise<true> {
  return new Promise((resolve) => {
    const forget = session.on('sessionConnected', () => {
      forget()
      resolve(true)
    })
  })
}

/** Opens a session, as often as the service cannot be reached; the pauses grow as those of a reconnection do. */
export async function openSessionWhenReachable(
  open: () => Promise<ChatSession>,
  { tell, notice }: Shown,
): Promise<ChatSession> {
  const { reconnectDelayMs } = SESSION_DEFAULTS
  for (let pauseMs: number = reconnectDelayMs, isFirst = true; ; isFirst = false) {
    try {
      const talk = await open()
      if (!isFirst) notice('')
      if (!isFirst) tell(RECONNECTED_TEXT)
      return talk
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
    }
    notice(CONNECTION_LOST_TEXT)
    await sleep(pauseMs)
    pauseMs = Math.min(2 * pauseMs, 5 * reconnectDelayMs)
  }
}
