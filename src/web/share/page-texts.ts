import type { VisitEndReason } from './visitor-session.js'
import type { VoiceState } from './voice/voice-state.js'

/** The texts of an ended visit. */
export const END_TEXTS: Readonly<Record<VisitEndReason, { readonly title: string; readonly text: string }>> =
  {
    invalid: {
      title: 'This link does not work',
      text: 'It was revoked, has expired, was used up, or never existed.',
    },
    revoked: {
      title: 'This visit is over',
      text: 'The link was revoked, or the hour that a visit lasts has passed.',
    },
    busy: {
      title: 'It is busy here',
      text: 'The maximum number of people is using this link right now.',
    },
    limited: { title: 'Too many visitors', text: 'The link was opened too often in a short time.' },
    unreachable: { title: 'Nobody answers', text: 'The connection was lost, or the server is not running.' },
    idle: { title: 'You were away for a long time', text: 'The visit was closed because nothing was said.' },
    used_up: { title: 'No turns left', text: 'All turns that this link was good for are used up.' },
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
export function agentStateOf({ mode, canHear, isHeld, isThinking, isSpeaking }: VoiceState): AgentState {
  if (isHeld) return 'listening'
  if (isSpeaking) return 'speaking'
  if (isThinking) return 'thinking'
  if (!canHear) return 'aloud'
  return mode === 'hands-free' ? 'listening' : 'ready'
}

export const AGENT_STATE_TEXTS: Readonly<Record<AgentState, string>> = {
  ready: 'Hold the button (or space), or tap, and talk.',
  aloud: 'Type, and hear the replies.',
  listening: 'Listening',
  thinking: 'Thinking …',
  speaking: 'Speaking',
}
