import { useEffect, useRef } from 'preact/hooks'
import { MicrophoneIcon, SilentIcon, SpeakerIcon } from '../appearance/icons.js'
import { writingText } from '../page-texts.js'
import { DEVICE_ERROR_TEXTS } from './device-errors.js'
import { PushToTalkButton } from './push-to-talk-button.js'
import type { VisitorVoice } from './visitor-voice.js'
import type { VoiceMode, VoiceState } from './voice-state.js'

type PanelProps = { readonly voice: VisitorVoice; readonly state: VoiceState; readonly isReady: boolean }

/** The controls of talking by voice while it is on, and what keeps it from being on. */
export function VoicePanel({ voice, state, isReady }: PanelProps) {
  const { step, mode, isHeld, trouble, cannotHear } = state
  const isOn = cannotHear === null && step === 'on'
  if (!isOn && trouble === null) return null
  return (
    <section class="voice" aria-label="Voice">
      {trouble !== null && (
        <p class="trouble" role="alert">
          {'device' in trouble ? DEVICE_ERROR_TEXTS[trouble.device] : trouble.message}
        </p>
      )}
      {isOn && (
        <>
          <Modes mode={mode} choose={voice.setMode} />
          <button type="button" onClick={voice.close}>
            Stop talking by voice
          </button>
          <Level voice={voice} />
          {mode === 'push-to-talk' && <PushToTalkButton voice={voice} isHeld={isHeld} isReady={isReady} />}
        </>
      )}
    </section>
  )
}

/** Begins to talk by voice, beside the field; null where the visitor is not heard, or talks already. */
export function TalkButton({ voice, state: { step, cannotHear }, isReady }: PanelProps) {
  if (cannotHear !== null || step === 'on') return null
  const isOpening = step === 'opening'
  const text = isOpening ? 'Waiting for the microphone …' : 'Talk by voice'
  return (
    <button type="button" class="beside" title={text} disabled={!isReady || isOpening} onClick={voice.open}>
      <MicrophoneIcon />
      <span class="word">{text}</span>
    </button>
  )
}

/** Whether replies are read aloud to whoever writes; null where voice has both ways, or none. */
export function SoundSwitch({ voice, state, isReady }: PanelProps) {
  const { step, cannotHear, canSpeak } = state
  if (cannotHear === null || !canSpeak) return null
  const isOn = step === 'on'
  return (
    <button
      type="button"
      class="tool sound"
      aria-pressed={isOn}
      title={isOn ? 'Replies are read aloud. Press for silence.' : writingText(state)}
      disabled={!isOn && (!isReady || step === 'opening')}
      onClick={isOn ? voice.close : voice.open}
    >
      {isOn ? <SpeakerIcon /> : <SilentIcon />}
      <span class="word">Hear the replies</span>
    </button>
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
