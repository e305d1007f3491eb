import type { LineFlaw } from './conversation/transcript.js'
import type { VisitEndReason } from './visitor-session.js'
import type { VoiceState } from './voice/voice-state.js'

type EndTexts = { readonly title: string; readonly text: string; readonly action: string }

/** The texts of an ended visit, or of one that cannot begin. */
export const END_TEXTS: Readonly<Record<VisitEndReason, EndTexts>> = {
  invalid: {
    title: 'This link does not work',
    text: 'It was revoked, has expired, was used up, or never existed. Ask whoever sent it for a new one.',
    action: 'Try again',
  },
  revoked: {
    title: 'This visit is over',
    text: 'The link was revoked, or the hour that a visit lasts has passed.',
    action: 'Try again',
  },
  busy: {
    title: 'It is busy here',
    text: 'The maximum number of people is using this link right now. Try again in a few minutes.',
    action: 'Try again',
  },
  limited: {
    title: 'Too many visitors',
    text: 'The link was opened too often in a short time.',
    action: 'Try again',
  },
  unreachable: {
    title: 'Nobody answers',
    text: 'The connection was lost, or the server is not running.',
    action: 'Try again',
  },
  idle: {
    title: 'You were away for a long time',
    text: 'The visit was closed because nothing was said.',
    action: 'Go on',
  },
}

/** The first words, on the door and in an empty conversation. */
export const GREETING = 'Hello there! Shall we talk?'
/** What a visitor may say first. */
export const SUGGESTIONS = ['Who are you?', 'What do you do all day?', 'Tell me a story.'] as const

export const retryText = (seconds: number | null): string =>
  seconds === null ? '' : ` Try again in ${seconds} seconds.`

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
export function agentStateOf({ mode, cannotHear, isHeld, isThinking, isSpeaking }: VoiceState): AgentState {
  if (isHeld) return 'listening'
  if (isSpeaking) return 'speaking'
  if (isThinking) return 'thinking'
  if (cannotHear !== null) return 'aloud'
  return mode === 'hands-free' ? 'listening' : 'ready'
}

export const AGENT_STATE_TEXTS: Readonly<Record<AgentState, string>> = {
  ready: 'Hold the button (or space), or tap, and talk.',
  aloud: 'Type, and hear the replies.',
  listening: 'Listening',
  thinking: 'Thinking …',
  speaking: 'Speaking',
}
