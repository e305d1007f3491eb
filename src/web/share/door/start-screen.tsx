import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SharePreview } from '../../../contract/shares.js'
import { BrokenLinkIcon, FigureIcon, MicrophoneIcon, PenIcon, SpeakerIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { ConfirmedButton, ForgetButton } from '../conversation/confirmed-button.js'
import { SaveButton } from '../conversation/save-button.js'
import {
  endTextsOf,
  FORGOTTEN_TEXTS,
  GREETING,
  KEPT_TEXT,
  MACHINE_TEXT,
  notRemembered,
  writingText,
} from '../page-texts.js'
import type { StoredVisit } from '../tab-storage.js'
import { shortened } from '../text-direction.js'
import type { VisitorSessionState } from '../visitor-session.js'
import type { VoiceState } from '../voice/voice-state.js'

type StartScreenProps = {
  readonly state: Exclude<VisitorSessionState, { step: 'open' }>
  readonly preview: Who | null
  /** What was said before in this browser. */
  readonly kept: StoredVisit | null
  readonly voice: VoiceState
  readonly start: () => void
  readonly forget: () => void
  /** Where that was done just now. */
  readonly forgotten: Where | null
}

export type Where = keyof typeof FORGOTTEN_TEXTS

type Who = Pick<SharePreview, 'name' | 'tagline' | 'picture' | 'poster'>

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

/** What a visitor sees before the conversation, or instead of it. */
export function StartScreen({ state, start, forgotten: where, ...door }: StartScreenProps) {
  // The button that forgets, which had the focus, is gone.
  useEffect(() => {
    if (where !== null) (find('.card .primary') ?? find('.card [role=status]'))?.focus()
  }, [where])
  const forgotten = where !== null && (
    <p class="small" role="status" tabIndex={-1}>
      {FORGOTTEN_TEXTS[where]}
    </p>
  )
  return (
    <main class="start">
      {state.step === 'ended' ? (
        <EndedCard {...{ state, start, forgotten }} />
      ) : (
        <Door {...door} {...{ start, forgotten }} isOpening={state.step === 'redeeming'} />
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
  readonly forgotten: ComponentChildren
}

function EndedCard({ state, start, forgotten }: EndedCardProps) {
  const { title, text, action } = endTextsOf(state)
  return (
    <div class="card" role="alert">
      <span class="avatar letter sign" aria-hidden="true">
        <BrokenLinkIcon />
      </span>
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {forgotten}
      {action !== null && (
        <button type="button" class="primary" onClick={start}>
          {action}
        </button>
      )}
    </div>
  )
}

type DoorProps = Omit<StartScreenProps, 'state' | 'forgotten'> & {
  readonly isOpening: boolean
  readonly forgotten: ComponentChildren
}

/** Who is there, and what can be done. */
function Door({ preview, kept, voice, start, forget, forgotten, isOpening }: DoorProps) {
  const action = kept === null ? 'Start the conversation' : 'Read it and talk again'
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
          {kept === null && <Abilities voice={voice} hasFigure={preview.poster !== null} />}
        </>
      )}
      {kept !== null && <p>Your conversation is kept in this browser. {notRemembered(kept.session)}</p>}
      {forgotten}
      <button type="button" class="primary" onClick={start} disabled={isOpening}>
        {isOpening ? 'Opening …' : action}
      </button>
      {kept !== null && <Anew {...{ kept, start, forget }} />}
      <p class="small">
        {MACHINE_TEXT} {kept === null && KEPT_TEXT}
      </p>
    </div>
  )
}

/** The other ways of who has talked before. */
const Anew = ({
  kept,
  start,
  forget,
}: Pick<DoorProps, 'start' | 'forget'> & { readonly kept: StoredVisit }) => (
  <div class="choices">
    <SaveButton name={kept.session.character.name} lines={kept.lines} class="" isWide />
    <ConfirmedButton
      class=""
      label="Forget it and start anew"
      question="Really forget and start?"
      act={() => {
        forget()
        start()
      }}
    />
    <ForgetButton forget={forget} />
  </div>
)

/** The figure where there is one, for that is who waits inside; else the portrait. */
function Likeness({ preview: { name, picture, poster } }: { readonly preview: Who }) {
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

function Abilities({ voice, hasFigure }: AbilitiesProps) {
  const isHeard = voice.cannotHear === null
  return (
    <ul class="abilities" aria-label="What you can do">
      <li>
        <PenIcon />
        {isHeard ? 'Write' : writingText(voice)}
      </li>
      {isHeard && (
        <li>
          <MicrophoneIcon />
          Talk by voice
        </li>
      )}
      {isHeard && voice.canSpeak && (
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
