import { useEffect, useRef } from 'preact/hooks'
import { MicrophoneIcon } from '../appearance/icons.js'
import { CANNOT_HEAR_TEXTS, DEVICE_ERROR_TEXTS } from './device-errors.js'
import { PushToTalkButton } from './push-to-talk-button.js'
import type { VisitorVoice } from './visitor-voice.js'
import type { VoiceMode, VoiceState } from './voice-state.js'

type PanelProps = { readonly voice: VisitorVoice; readonly state: VoiceState; readonly isReady: boolean }

/** The controls of voice. */
export function VoicePanel({ voice, state, isReady }: PanelProps) {
  const { step, mode, isHeld, trouble, cannotHear, canSpeak } = state
  const canHear = cannotHear === null
  // Whoever can neither be heard nor hear anything has no use for voice.
  if (!canHear && !canSpeak) return null
  return (
    <section class="voice" aria-label="Voice">
      {trouble !== null && (
        <p class="trouble" role="alert">
          {'device' in trouble ? DEVICE_ERROR_TEXTS[trouble.device] : trouble.message}
        </p>
      )}
      {cannotHear !== null && step !== 'on' && <p class="note">{CANNOT_HEAR_TEXTS[cannotHear]}</p>}
      {step === 'on' ? (
        <>
          {canHear && <Modes mode={mode} choose={voice.setMode} />}
          <button type="button" onClick={voice.close}>
            {canHear ? 'Stop talking by voice' : 'Sound off'}
          </button>
          {canHear && <Level voice={voice} />}
          {canHear && mode === 'push-to-talk' && (
            <PushToTalkButton voice={voice} isHeld={isHeld} isReady={isReady} />
          )}
        </>
      ) : (
        <button
          type="button"
          class={canHear ? 'wide' : ''}
          disabled={!isReady || step === 'opening'}
          onClick={voice.open}
        >
          {canHear && <MicrophoneIcon />}
          {openLabel(state)}
        </button>
      )}
    </section>
  )
}

function openLabel({ step, cannotHear }: VoiceState): string {
  if (cannotHear !== null) return step === 'opening' ? 'Opening the loudspeaker …' : 'Hear the replies'
  return step === 'opening' ? 'Waiting for the microphone …' : 'Talk by voice'
}

const MODES: readonly (readonly [VoiceMode, string])[] = [
  ['push-to-talk', 'Push to talk'],
  ['hands-free', 'Hands-free'],
]

function Modes({ mode, choose }: { readonly mode: VoiceMode; readonly choose: VisitorVoice['setMode'] }) {
  return (
    <fieldset class="modes">
      <legend class="unseen">How to talk</legend>
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
