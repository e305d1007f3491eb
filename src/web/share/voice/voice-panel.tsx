import { useEffect, useRef } from 'preact/hooks'
import { MicrophoneIcon } from '../appearance/icons.js'
import { CANNOT_HEAR_TEXTS, DEVICE_ERROR_TEXTS } from './device-errors.js'
import { PushToTalkButton } from './push-to-talk-button.js'
import type { VisitorVoice } from './visitor-voice.js'
import type { VoiceMode, VoiceState } from './voice-state.js'

type PanelProps = {
  readonly voice: VisitorVoice
  readonly state: VoiceState
  readonly isReady: boolean
  /** Nothing has been said yet. */
  readonly isFirst: boolean
}

/** The controls of voice. */
export function VoicePanel({ voice, state, isReady, isFirst }: PanelProps) {
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
      {cannotHear !== null && step !== 'on' && isFirst && <p class="note">{CANNOT_HEAR_TEXTS[cannotHear]}</p>}
      {!canHear && (
        <button
          type="button"
          aria-pressed={step === 'on'}
          disabled={step !== 'on' && (!isReady || step === 'opening')}
          onClick={step === 'on' ? voice.close : voice.open}
        >
          {step === 'opening' ? 'Opening the loudspeaker …' : 'Hear the replies'}
        </button>
      )}
      {canHear && step === 'on' && (
        <>
          <Modes mode={mode} choose={voice.setMode} />
          <button type="button" onClick={voice.close}>
            Stop talking by voice
          </button>
          <Level voice={voice} />
          {mode === 'push-to-talk' && <PushToTalkButton voice={voice} isHeld={isHeld} isReady={isReady} />}
        </>
      )}
      {canHear && step !== 'on' && (
        <button type="button" class="wide" disabled={!isReady || step === 'opening'} onClick={voice.open}>
          <MicrophoneIcon />
          {step === 'opening' ? 'Waiting for the microphone …' : 'Talk by voice'}
        </button>
      )}
    </section>
  )
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
