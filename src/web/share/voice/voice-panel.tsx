import { useEffect, useRef } from 'preact/hooks'
import { CANNOT_HEAR_TEXT, DEVICE_ERROR_TEXTS } from './device-errors.js'
import { PushToTalkButton } from './push-to-talk-button.js'
import type { VisitorVoice } from './visitor-voice.js'
import type { VoiceMode, VoiceState } from './voice-state.js'

type PanelProps = { readonly voice: VisitorVoice; readonly state: VoiceState; readonly isReady: boolean }

/** The controls of voice. */
export function VoicePanel({ voice, state, isReady }: PanelProps) {
  const { step, mode, isHeld, trouble, canHear } = state
  return (
    <section class="voice" aria-label="Voice">
      {trouble !== null && (
        <p class="trouble" role="alert">
          {'device' in trouble ? DEVICE_ERROR_TEXTS[trouble.device] : trouble.message}
        </p>
      )}
      {!canHear && <p class="note">{CANNOT_HEAR_TEXT}</p>}
      {step === 'on' ? (
        <>
          {canHear && <Modes mode={mode} choose={voice.setMode} />}
          <button type="button" class="quiet" onClick={voice.close}>
            End voice
          </button>
          {canHear && <Level voice={voice} />}
          {canHear && mode === 'push-to-talk' && (
            <PushToTalkButton voice={voice} isHeld={isHeld} isReady={isReady} />
          )}
        </>
      ) : (
        <button
          type="button"
          class="quiet wide"
          disabled={!isReady || step === 'opening'}
          onClick={voice.open}
        >
          {canHear && <MicrophoneSign />}
          {openLabel(state)}
        </button>
      )}
    </section>
  )
}

function openLabel({ step, canHear }: VoiceState): string {
  if (!canHear) return step === 'opening' ? 'Opening the loudspeaker …' : 'Hear the replies'
  return step === 'opening' ? 'Waiting for the microphone …' : 'Talk by voice'
}

const MODES: readonly (readonly [VoiceMode, string])[] = [
  ['push-to-talk', 'Push to talk'],
  ['hands-free', 'Hands-free'],
]

function Modes({ mode, choose }: { readonly mode: VoiceMode; readonly choose: VisitorVoice['setMode'] }) {
  return (
    <fieldset class="modes">
      <legend>How to talk</legend>
      {MODES.map(([value, name]) => (
        <label key={value}>
          <input type="radio" name="mode" checked={mode === value} onChange={() => choose(value)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The microphone level. Hidden from screen readers, which get the state as text. */
function Level({ voice }: { readonly voice: VisitorVoice }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      voice.onLevel((level) => {
        if (bar.current !== null) bar.current.style.transform = `scaleX(${level})`
      }),
    [voice],
  )
  return (
    <span class="level" aria-hidden="true">
      <span class="level-bar" ref={bar} />
    </span>
  )
}

const MicrophoneSign = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <rect x="9" y="2" width="6" height="12" rx="3" />
    <path d="M5 11a7 7 0 0 0 14 0M12 18v4" />
  </svg>
)
