import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import type { ListeningSettings } from '../voice/listening.js'
import { type CameraInput, createCameraInput } from './camera-input.js'
import { truncateText } from './chunks.js'
import { createExtractionTrigger, type ExtractionTriggerDeps } from './extraction-trigger.js'
import { watchIdleness } from './idleness.js'
import type { SessionPeer } from './ports.js'
import { createRateLimit } from './rate-limit.js'
import type { ReplyQueue } from './reply-queue.js'
import { createSpeaking, type Said, type SpeakingDeps, type SpeakingSettings } from './speaking.js'
import { createTurnTaking } from './turn-taking.js'
import { createVoiceInput, type VoiceInput, type VoiceInputDeps } from './voice-input.js'

export type MessageOptions = {
  /** The reply to it comes without sound. */
  readonly isTextOnly: boolean
}

/** A player's live conversation with a character. What it answers goes out through its peer. */
export interface Session extends CameraInput {
  readonly info: ServerEvents['session_info']
  /** Who the client speaks for. */
  readonly caller: Caller
  readonly hasSpeaker: boolean
  /** What the player says. The model answers it; a reply that is not finished is interrupted. */
  text(text: string, options?: MessageOptions): void
  /** A scripted line of the character. It interrupts a reply that is not finished, another line included. */
  sayLine(line: string, options?: MessageOptions): void
  /** Stops the current reply, unless another one is named. */
  interrupt(messageId?: string): void
  /** The microphone of the session. */
  readonly voice: Omit<VoiceInput, 'close'>
  /** The client has played all that it was sent, of the named reply or of the current one. */
  playbackComplete(messageId?: string): void
  /** Notes that the client is alive, for the idle limit. */
  touch(): void
  /** Ends the session without a word to the client; resolves when what it had to store is stored. */
  close(): Promise<void>
}

export type SessionDeps = SpeakingDeps & ExtractionTriggerDeps & VoiceInputDeps & { readonly limits: Limits }

export type SessionSettings = SpeakingSettings & {
  readonly listening: ListeningSettings & { readonly minSpeechMs: number }
  /** Memories are extracted after every response. */
  readonly isRemembering: boolean
  /** Called once, when the session is over and what it had to store is stored. */
  readonly onOver: () => void
}

/** What is heard comes with a picture, or goes on with what was counted. */
type Heard = { readonly isShown?: boolean; readonly isCounted?: boolean }

const WINDOW_SECONDS = 60
const ALOUD: MessageOptions = { isTextOnly: false }

export function createSession(deps: SessionDeps, settings: SessionSettings, peer: SessionPeer): Session {
  const { info, caller, onOver } = settings
  const learning = createExtractionTrigger(deps, { info, isEveryResponse: settings.isRemembering }, peer)
  const { begin, camera, ...spoken } = createSpeaking(deps, settings, {
    peer,
    onAnswered: learning.answered,
  })
  const { replies } = spoken
  let closing: Promise<void> | undefined

  const end = async () => {
    idleness.stop()
    voice.close()
    floor.stop()
    replies.abandon()
    await replies.settled()
    learning.end()
    onOver()
  }
  const close = () => {
    closing ??= end()
    return closing
  }
  const idleness = watchForSilence(deps, peer, close)
  const { accept, isLeft } = createMessageAdmission(deps, peer)
  const hear = (text: string, about: Heard = {}) => {
    idleness.note()
    return closing === undefined ? accept(text, about) : undefined
  }
  const floor = createTurnTaking(deps, {
    ...settings.listening,
    ...spoken,
    begin,
    canAdmitMessage: isLeft,
    admitMessage: (text, isCounted) => hear(text, { isCounted }),
  })
  const voice = createVoiceInput(deps, settings.listening, { peer, ...floor, onSign: idleness.note })

  const { answer, ...messages } = createMessages({ replies, begin, hear })
  const sight = createCameraInput({
    camera,
    admitMessage: (text) => hear(text, { isShown: true }),
    answer,
    onSign: idleness.note,
  })

  return {
    ...sight,
    info,
    caller,
    hasSpeaker: settings.hasSpeaker,
    voice,
    ...messages,
    ...createControls(replies, idleness.note),
    close,
  }
}

type MessageDeps = {
  readonly replies: ReplyQueue
  readonly begin: (said: Said) => void
  readonly hear: (text: string) => string | undefined
}

/** What the player writes, and what is scripted. */
function createMessages({ replies, begin, hear }: MessageDeps) {
  /** A reply that is only being played still is left alone: all of it is out (docs/wire-protocol.md, Interrupts). */
  const interruptUnfinished = () => {
    if (replies.unfinished() !== undefined) replies.interrupt('new_message')
  }
  const answer = (said: Omit<Said, 'kind'>) => {
    interruptUnfinished()
    begin({ kind: 'answer', ...said })
  }
  return {
    answer,
    text: (text: string, { isTextOnly } = ALOUD) => {
      const words = hear(text)
      if (words !== undefined) answer({ words, isTextOnly })
    },
    sayLine: (line: string, { isTextOnly } = ALOUD) => {
      const words = hear(line)
      if (words === undefined) return
      interruptUnfinished()
      begin({ kind: 'line', words, isTextOnly })
    },
  }
}

/** What a client tells of the replies that it gets. */
const createControls = (
  replies: ReplyQueue,
  onSign: () => void,
): Pick<Session, 'interrupt' | 'playbackComplete' | 'touch'> => ({
  interrupt: (messageId) => {
    onSign()
    if (messageId === undefined || messageId === replies.current()?.id) replies.interrupt('client_interrupt')
  },
  playbackComplete: (messageId) => {
    onSign()
    replies.playing(messageId)?.speech()?.complete()
  },
  touch: onSign,
})

/** Cuts what is too long, ignores what is blank and refuses what is too much (docs/wire-protocol.md, Message limits). */
function createMessageAdmission({ clock, limits }: SessionDeps, peer: SessionPeer) {
  const { messagesPerMinute: limit, messageCharacters } = limits
  const allowance = createRateLimit({ clock, limit, windowMs: WINDOW_SECONDS * 1000 })
  const accept = (text: string, { isShown = false, isCounted = false }: Heard): string | undefined => {
    const words = truncateText(text, messageCharacters)
    if (words.trim() === '' && !isShown) return undefined
    if (isCounted || allowance.take()) return words
    const message = `Too many messages: at most ${limit} in ${WINDOW_SECONDS} seconds`
    peer.emit('error', { error: 'rate_limited', message })
    return undefined
  }
  return { accept, isLeft: allowance.isLeft }
}

function watchForSilence({ clock, limits }: SessionDeps, peer: SessionPeer, close: () => Promise<void>) {
  const seconds = limits.sessionIdleSeconds
  return watchIdleness({ clock, seconds }, (idleSeconds) => {
    peer.emit('session_timeout', {
      reason: 'inactivity',
      idle_seconds: idleSeconds,
      timeout_seconds: seconds,
    })
    peer.close()
    return close()
  })
}
