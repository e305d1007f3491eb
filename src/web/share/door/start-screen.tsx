import { useState } from 'preact/hooks'
import type { SharePreview } from '../../../contract/shares.js'
import { BrokenLinkIcon, FigureIcon, MicrophoneIcon, PenIcon, SpeakerIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { endTextsOf, GREETING, KEPT_TEXT, MACHINE_TEXT } from '../page-texts.js'
import { shortened } from '../text-direction.js'
import type { VisitorSessionState } from '../visitor-session.js'
import type { VoiceState } from '../voice/voice-state.js'

type StartScreenProps = {
  readonly state: Exclude<VisitorSessionState, { step: 'open' }>
  readonly preview: SharePreview | null
  readonly voice: VoiceState
  readonly start: () => void
}

/** What a visitor sees before the conversation, or instead of it. */
export function StartScreen({ state, preview, voice, start }: StartScreenProps) {
  return (
    <main class="start">
      {state.step === 'ended' ? (
        <EndedCard state={state} start={start} />
      ) : (
        <Door preview={preview} voice={voice} start={start} isOpening={state.step === 'redeeming'} />
      )}
      <div class="corner">
        <ThemeSwitch />
      </div>
    </main>
  )
}

type EndedCardProps = {
  readonly state: Extract<VisitorSessionState, { step: 'ended' }>
  readonly start: () => void
}

function EndedCard({ state, start }: EndedCardProps) {
  const { title, text, action } = endTextsOf(state)
  return (
    <div class="card" role="alert">
      <span class="avatar letter sign" aria-hidden="true">
        <BrokenLinkIcon />
      </span>
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {action !== null && (
        <button type="button" class="primary" onClick={start}>
          {action}
        </button>
      )}
    </div>
  )
}

type DoorProps = Pick<StartScreenProps, 'preview' | 'voice' | 'start'> & { readonly isOpening: boolean }

/** Who is there, and what can be done. */
function Door({ preview, voice, start, isOpening }: DoorProps) {
  return (
    <div class="card">
      {preview === null ? (
        <>
          <h1>Someone wants to talk to you</h1>
          <p>A character waits behind this link.</p>
        </>
      ) : (
        <>
          <Likeness preview={preview} />
          <p class="greeting">{GREETING}</p>
          <Introduction name={preview.name} tagline={preview.tagline ?? ''} />
          <Abilities voice={voice} hasFigure={preview.poster !== null} />
        </>
      )}
      <button type="button" class="primary" onClick={start} disabled={isOpening}>
        {isOpening ? 'Opening …' : 'Start the conversation'}
      </button>
      <p class="small">
        {MACHINE_TEXT} {KEPT_TEXT}
      </p>
    </div>
  )
}

/** The figure where there is one, for that is who waits inside; else the portrait. */
function Likeness({ preview: { name, picture, poster } }: { readonly preview: SharePreview }) {
  const [isBroken, setBroken] = useState(false)
  if (poster === null || isBroken)
    return <Portrait name={name} picture={picture?.path ?? null} class="large" />
  return (
    <span class="avatar large figure">
      <img src={poster} alt="" onError={() => setBroken(true)} />
    </span>
  )
}

/** As many characters of a name and of a tagline stand on a phone without pushing the button away. */
const LONGEST_NAME = 60
const LONGEST_TAGLINE = 140

/** Who it is; of long texts the beginning, and the whole on demand. */
function Introduction({ name, tagline }: { readonly name: string; readonly tagline: string }) {
  const [isWhole, setWhole] = useState(false)
  const short = { name: shortened(name, LONGEST_NAME), tagline: shortened(tagline, LONGEST_TAGLINE) }
  const isCut = short.name !== name || short.tagline !== tagline
  const shown = isWhole ? { name, tagline } : short
  return (
    <>
      <h1 dir="auto" title={name}>
        {shown.name}
      </h1>
      {tagline !== '' && (
        <p class="tagline" dir="auto" title={tagline}>
          {shown.tagline}
        </p>
      )}
      {isCut && (
        <button type="button" class="more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Less' : 'Read all'}
        </button>
      )}
    </>
  )
}

type AbilitiesProps = { readonly voice: VoiceState; readonly hasFigure: boolean }

function Abilities({ voice: { cannotHear, canSpeak }, hasFigure }: AbilitiesProps) {
  const isHeard = cannotHear === null
  return (
    <ul class="abilities" aria-label="What you can do">
      <li>
        <PenIcon />
        {isHeard || !canSpeak ? 'Write' : 'You write, replies can be read aloud'}
      </li>
      {isHeard && (
        <li>
          <MicrophoneIcon />
          Talk by voice
        </li>
      )}
      {isHeard && canSpeak && (
        <li>
          <SpeakerIcon />
          Hear the replies
        </li>
      )}
      {hasFigure && (
        <li>
          <FigureIcon />
          Meet in 3D
        </li>
      )}
    </ul>
  )
}
