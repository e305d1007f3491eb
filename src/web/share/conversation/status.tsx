import { useEffect, useState } from 'preact/hooks'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import {
  AGENT_STATE_TEXTS,
  agentStateOf,
  CONNECTION_TEXTS,
  HEARD_AGAIN_TEXT,
  MACHINE_TEXT,
} from '../page-texts.js'
import type { VisitorSessionState } from '../visitor-session.js'
import { INSECURE_TEXT } from '../voice/device-errors.js'
import type { VoiceState } from '../voice/voice-state.js'
import { ForgetButton } from './confirmed-button.js'

type FootnoteProps = {
  readonly voiceState: VoiceState
  /** Undefined: nothing was said. */
  readonly forget: (() => void) | undefined
}

/**
 * Nobody is to forget who answers; why no microphone is offered; and that what was said stays on a machine which others
 * may use. Once the head of a phone has no room for it, the theme is here.
 */
export const Footnote = ({ voiceState: { cannotHear }, forget }: FootnoteProps) => (
  <p class="footnote">
    {MACHINE_TEXT}
    {cannotHear === 'insecure' && ` ${INSECURE_TEXT}`}
    {forget && (
      <>
        {' Kept in this browser. '}
        <ForgetButton forget={forget} />
        <ThemeSwitch />
      </>
    )}
  </p>
)

type StatusProps = {
  readonly state: Extract<VisitorSessionState, { step: 'open' }>
  readonly voiceState: VoiceState
}

/** How it goes, where that is not as wished. */
export function Status({ state: { trouble, isUsedUp, connection }, voiceState }: StatusProps) {
  const { step, isAwaited } = voiceState
  const isVoiceOn = connection === 'connected' && step === 'on'
  const agentState = isVoiceOn ? agentStateOf(voiceState) : null
  const text = agentState === null ? CONNECTION_TEXTS[connection] : AGENT_STATE_TEXTS[agentState]
  const again = isAwaited ? HEARD_AGAIN_TEXT : null
  const told = trouble ?? (isUsedUp ? 'This link has no turns left.' : again)
  // That all is well is only told to those who do not see that nothing is wrong.
  // So is what the switch in the head says already.
  const isAsWished = agentState === null || agentState === 'aloud'
  const isQuiet = told === null && isAsWished && connection === 'connected'
  return (
    <div class={`status ${agentState ?? connection}${isQuiet ? ' unseen' : ''}`}>
      <p role="status">{told ?? text}</p>
      {connection === 'reconnecting' && <TryNow />}
    </div>
  )
}

/** Until then it comes back by itself, most of the time. */
const LONG_MS = 5000

function TryNow() {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  // What the browser says when there is a network again: the client then tries at once (socket-lifecycle.ts).
  return (
    <button type="button" onClick={() => void dispatchEvent(new Event('online'))}>
      Try now
    </button>
  )
}
