import type { ServerEvents } from '../../contract/events.js'
import type { Limits } from '../../contract/limits.js'
import type { Caller } from '../access.js'
import { truncateText } from '../turns/chunks.js'
import type { MicrophoneSettings } from '../voice/turn-detection.js'
import { type CameraInput, createCameraInput } from './camera-input.js'
import { createExtractionTrigger, type ExtractionTriggerDeps } from './extraction-trigger.js'
import { watchIdleness } from './idleness.js'
import type { SessionPeer } from './ports.js'
import { createRateLimit } from './rate-limit.js'
import type { ReplyQueue } from './reply-queue.js'
import { createSpeaking, type ReplyInput, type SpeakingDeps, type SpeakingSettings } from './speaking.js'
import { createTurnTaking, type TurnTaking } from './turn-taking.js'
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
  /** Resolves as soon as no reply is under way, those included that begin meanwhile. */
  finishReplies(): Promise<void>
  /** Ends the session without a word to the client; resolves when what it had to store is stored. */
  close(): Promise<void>
}

export type SessionDeps = SpeakingDeps & ExtractionTriggerDeps & VoiceInputDeps & { readonly limits: Limits }

export type SessionSettings = SpeakingSettings & {
  readonly microphone: MicrophoneSettings & { readonly minSpeechMs: number }
  /** Memories are extracted after every response. */
  readonly isRemembering: boolean
  /** Called once, when the session is over and what it had to store is stored. */
  readonly onOver: () => void
}

type Admission = {
  /** It comes with a picture, and may be blank. */
  readonly hasPicture?: boolean
  /** It continues a turn that was counted. */
  readonly isContinuation?: boolean
}

const WINDOW_SECONDS = 60
const WITH_AUDIO: MessageOptions = { isTextOnly: false }

export function createSession(deps: SessionDeps, settings: SessionSettings, peer: SessionPeer): Session {
  const { info, caller, onOver } = settings
  const extraction = createExtractionTrigger(deps, { info, isEveryResponse: settings.isRemembering }, peer)
  const { begin, camera, ...speaking } = createSpeaking(deps, settings, {
    peer,
    onAnswered: extraction.answered,
  })
  const { replies } = speaking
  let closing: Promise<void> | undefined

  const end = async () => {
    idleness.stop()
    voice.close()
    turnTaking.stop()
    replies.abandon()
    await replies.settled()
    extraction.end()
    onOver()
  }
  const close = () => {
    closing ??= end()
    return closing
  }
  const idleness = watchForIdleness(deps, peer, close)
  const { admitMessage, isLeft } = createMessageAdmission(deps, peer)
  const admit = (text: string, admission: Admission = {}) => {
    idleness.note()
    return closing === undefined ? admitMessage(text, admission) : undefined
  }
  const turnTaking = createTurnTaking(deps, {
    ...settings.microphone,
    ...speaking,
    begin,
    canAdmitMessage: isLeft,
    admitMessage: (text, isContinuation) => admit(text, { isContinuation }),
  })
  const voice = createVoiceInput(deps, settings.microphone, {
    peer,
    isGuest: settings.caller.session !== undefined,
    ...turnTaking,
    onActivity: idleness.note,
  })

  const { answer, ...messages } = createMessages({ turnTaking, begin, admit })
  const cameraInput = createCameraInput({
    camera,
    admitMessage: (text) => admit(text, { hasPicture: true }),
    answer,
    onActivity: idleness.note,
  })

  return {
    ...cameraInput,
    info,
    caller,
    hasSpeaker: settings.hasSpeaker,
    voice,
    ...messages,
    ...createControls({ replies, turnTaking }, idleness.note),
    finishReplies: replies.finish,
    close,
  }
}

type MessageDeps = {
  readonly turnTaking: TurnTaking
  readonly begin: (input: ReplyInput) => void
  readonly admit: (text: string) => string | undefined
}

/** What the player writes, and what is scripted. */
function createMessages({ turnTaking, begin, admit }: MessageDeps) {
  const answer = (input: Omit<ReplyInput, 'kind'>) => {
    turnTaking.onMessage('typed_message')
    begin({ kind: 'answer', ...input })
  }
  return {
    answer,
    text: (text: string, { isTextOnly } = WITH_AUDIO) => {
      const admitted = admit(text)
      if (admitted !== undefined) answer({ text: admitted, isTextOnly })
    },
    sayLine: (line: string, { isTextOnly } = WITH_AUDIO) => {
      const text = admit(line)
      if (text === undefined) return
      turnTaking.onMessage('say_line')
      begin({ kind: 'line', text, isTextOnly })
    },
  }
}

/** What a client tells of the replies that it gets. */
const createControls = (
  { replies, turnTaking }: { readonly replies: ReplyQueue; readonly turnTaking: TurnTaking },
  onActivity: () => void,
): Pick<Session, 'interrupt' | 'playbackComplete' | 'touch'> => ({
  interrupt: (messageId) => {
    onActivity()
    turnTaking.onClientInterrupt(messageId)
  },
  playbackComplete: (messageId) => {
    onActivity()
    replies.playing(messageId)?.speech()?.complete()
  },
  touch: onActivity,
})

/** Cuts what is too long, ignores what is blank and refuses what is too much (docs/wire-protocol.md, Message limits). */
function createMessageAdmission({ clock, limits }: SessionDeps, peer: SessionPeer) {
  const { messagesPerMinute: limit, messageCharacters } = limits
  const rateLimit = createRateLimit({ clock, limit, windowMs: WINDOW_SECONDS * 1000 })
  const admitMessage = (
    text: string,
    { hasPicture = false, isContinuation = false }: Admission,
  ): string | undefined => {
    const words = truncateText(text, messageCharacters)
    if (words.trim() === '' && !hasPicture) return undefined
    if (isContinuation || rateLimit.take()) return words
    const message = `Too many messages: at most ${limit} in ${WINDOW_SECONDS} seconds`
    peer.emit('error', { error: 'rate_limited', message })
    return undefined
  }
  return { admitMessage, isLeft: rateLimit.isLeft }
}

function watchForIdleness({ clock, limits }: SessionDeps, peer: SessionPeer, close: () => Promise<void>) {
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
