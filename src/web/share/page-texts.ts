import type { ShareLinkStatus } from '../../contract/share-links.js'
import type { ShareSession } from '../../contract/shares.js'
import type { LineFlaw } from './conversation/transcript.js'
import type { VisitEndReason, VisitorSessionState } from './visitor-session.js'
import type { VoiceState } from './voice/voice-state.js'

type EndedState = Extract<VisitorSessionState, { step: 'ended' }>

const END_TEXTS: Readonly<Record<VisitEndReason, { readonly title: string; readonly text: string }>> = {
  invalid: { title: 'This link does not work', text: '' },
  closed: { title: 'This visit is over', text: 'The server does not accept it any more.' },
  over: { title: 'This visit is over', text: 'A visit lasts an hour, and that has passed.' },
  busy: {
    title: 'It is busy here',
    text: 'As many people as this link may serve at once are using it. Try again in a few minutes.',
  },
  limited: { title: 'Too many visitors', text: 'The link was opened too often in a short time.' },
  unreachable: { title: 'No connection', text: 'The server cannot be reached.' },
  failed: { title: 'The server has failed', text: 'It answered with an error instead of opening the link.' },
  idle: {
    title: 'You were away for a long time',
    text: 'The visit was closed because nothing was said.',
  },
}

const ACTIONS: Readonly<Partial<Record<VisitEndReason, string>>> = {
  closed: 'Start a new visit',
  over: 'Start a new visit',
  idle: 'Go on',
}

const ASK = 'Ask whoever sent it for a new one.'

const LINK_TEXTS: Readonly<Record<ShareLinkStatus, string>> = {
  active: '',
  'used-up': `It was opened as often as it may be. ${ASK}`,
  expired: `Its time has passed. ${ASK}`,
  revoked: 'Whoever sent it has closed it. Ask them for a new one.',
  unknown: `There is no such link. ${ASK}`,
}

export type EndTexts = {
  readonly title: string
  readonly text: string
  /** What the button says that tries again; null: nothing can come of it. */
  readonly action: string | null
}

/** What is known of why a visit is over, or cannot begin, and whether another try may help. */
export function endTextsOf({ ending, link, retrySeconds }: EndedState): EndTexts {
  const { title, text } = END_TEXTS[ending]
  if (link === 'asked') return { title, text: ending === 'closed' ? '' : text, action: null }
  // Where the link is gone that is all that matters, whether or not somebody was inside.
  if (link !== null && link !== 'active')
    return { title: link === 'unknown' ? title : 'This link has ended', text: LINK_TEXTS[link], action: null }
  const told = ending === 'invalid' ? 'The server does not accept it.' : text
  return {
    title,
    text: retrySeconds === null ? told : `${told} Try again in ${retrySeconds} seconds.`,
    action: ACTIONS[ending] ?? 'Try again',
  }
}

/** The first words, on the door and in an empty conversation. */
export const GREETING = 'Hello there! Shall we talk?'
/** On the door and below the conversation, which may be reached without it. */
export const MACHINE_TEXT = 'This is an AI character: a machine answers.'
/** Others may use the same machine. */
export const KEPT_TEXT = 'You find your conversation again in this browser, where you can forget it.'

export const FORGOTTEN_TEXTS = {
  here: 'Forgotten in this browser.',
  elsewhere: 'The conversation was forgotten in another tab.',
} as const

/** Whether it does depends on whose memory it has. */
export const notRemembered = ({ character, memorySharing }: ShareSession): string =>
  `${character.name} ${memorySharing === 'shared' ? 'may' : 'does'} not remember it.`

/** What a visitor can do who is not heard. */
export const writingText = ({ canSpeak }: VoiceState): string =>
  canSpeak ? 'You write; replies can be read aloud' : 'By text only'
/** Browsers play no sound before somebody has done something. */
export const HEARD_AGAIN_TEXT = 'Tap or type to hear the replies again.'

export const FLAW_TEXTS: Readonly<Record<LineFlaw, string>> = {
  interrupted: 'Stopped',
  lost: 'Cut off: the connection was lost',
  failed: 'The reply failed',
  unanswered: 'No reply came',
}

export const CONNECTION_TEXTS = {
  connecting: 'Connecting …',
  connected: 'Connected',
  reconnecting: 'The connection broke. Connecting again …',
  disconnected: 'Not connected',
  error: 'Not connected',
} as const

export type AgentState = 'ready' | 'aloud' | 'listening' | 'thinking' | 'speaking'

/** The state to show while voice is on. */
export function agentStateOf(voice: VoiceState): AgentState {
  const { mode, cannotHear, isHeld, isThinking, isSpeaking, captions } = voice
  if (isHeld) return 'listening'
  // Its sound begins before its first word.
  if (isSpeaking) return [...captions.values()].at(-1) === 0 ? 'thinking' : 'speaking'
  if (isThinking) return 'thinking'
  if (cannotHear !== null) return 'aloud'
  return mode === 'hands-free' ? 'listening' : 'ready'
}

export const AGENT_STATE_TEXTS: Readonly<Record<AgentState, string>> = {
  ready: 'Hold the button (or space), or tap, and talk.',
  aloud: 'Replies are read aloud',
  listening: 'Listening',
  thinking: 'Thinking …',
  speaking: 'Speaking',
}
