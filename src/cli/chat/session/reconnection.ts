import { setTimeout as sleep } from 'node:timers/promises'
import {
  SESSION_DEFAULTS,
  type Session,
  sessionClosed,
  UnreachableError,
} from '../../../client/create-client.js'
import type { Output } from '../../output/output.js'
import type { ChatInterruptHandler } from '../chat-interrupt-handler.js'
import type { Prompt } from '../prompt/prompt.js'
import type { ChatSession } from '../turn.js'

export const CONNECTION_LOST_TEXT = '(connection lost; reconnecting …)'
const QUEUED_UNTIL_RECONNECTED_TEXT =
  '(connection lost; this is sent after the reconnection, Ctrl-C takes it back)'
export const RECONNECTED_TEXT = '(connected again)'

type NoticePrompt = Pick<Prompt, 'tell' | 'notice'>

/** Shows a notice while the connection is lost, and prints a line after the reconnection. */
export function showReconnection(session: Session, { tell, notice }: NoticePrompt): void {
  let isShown = false
  const show = () => {
    isShown = session.state() === 'reconnecting'
    if (isShown) notice(CONNECTION_LOST_TEXT)
  }
  session.on('connectionStateChanged', ({ state }) => {
    // Deferred, so that the part of a reply that has arrived is printed first.
    if (state === 'reconnecting') setImmediate(show)
    if (state === 'reconnecting' || !isShown) return
    isShown = false
    notice('')
    if (state === 'connected') tell(RECONNECTED_TEXT)
  })
}

type ReconnectionWait = {
  readonly session: Session
  readonly interruption: ChatInterruptHandler
  readonly prompt: NoticePrompt
}

/** Waits until a message can be sent; false if Ctrl-C withdrew it. Rejects when the session ends first. */
export async function waitUntilConnected({
  session,
  interruption,
  prompt,
}: ReconnectionWait): Promise<boolean> {
  let withdraw: () => void = () => undefined
  const withdrawn = new Promise<false>((resolve) => {
    withdraw = () => resolve(false)
  })
  prompt.notice(QUEUED_UNTIL_RECONNECTED_TEXT)
  const isConnected = await interruption.runInterruptible(withdraw, () =>
    Promise.race([untilReconnected(session), withdrawn]),
  )
  if (!isConnected && session.state() === 'reconnecting') prompt.notice(CONNECTION_LOST_TEXT)
  if (!isConnected) prompt.tell('(Not sent; the up arrow brings it back.)')
  return isConnected
}

/** Reports a lost connection and the reconnection, for a chat without a person. */
export function reportReconnection(session: Session, { event, note }: Output): void {
  session.on('connectionStateChanged', ({ state, previous }) => {
    if (state !== 'reconnecting' && previous !== 'reconnecting') return
    event({ event: 'connection', state }, () => '')
    if (state === 'reconnecting') note(CONNECTION_LOST_TEXT)
    if (state === 'connected') note(RECONNECTED_TEXT)
  })
}

/** Resolves once the session is connected again; rejects when it ends first. */
export const untilReconnected = (session: Session): Promise<true> =>
  Promise.race([reconnected(session), rejectOnSessionEnd(session)])

async function reconnected(session: Session): Promise<true> {
  return new Promise((resolve) => {
    const unsubscribe = session.on('sessionConnected', () => {
      unsubscribe()
      resolve(true)
    })
  })
}

/** Retries opening a session while the service is unreachable, with the growing pauses of a reconnection. */
export async function openSessionWhenReachable(
  open: () => Promise<ChatSession>,
  { tell, notice }: NoticePrompt,
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

/** Rejects when the session ends and will not reconnect. */
export function rejectOnSessionEnd(session: Session): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    session.on('disconnected', ({ reason, willReconnect }) => {
      if (!willReconnect) reject(sessionClosed(reason))
    })
  })
  ended.catch(() => undefined)
  return ended
}
