import type { SharePreview } from '../../../contract/shares.js'
import { MicrophoneIcon, PenIcon, SpeakerIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { END_TEXTS, retryText } from '../page-texts.js'
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

function EndedCard({ state: { ending, retrySeconds }, start }: EndedCardProps) {
  const { title, text, action } = END_TEXTS[ending]
  return (
    <div class="card" role="alert">
      <span class="avatar letter sign" aria-hidden="true">
        ?
      </span>
      <h1>{title}</h1>
      <p>
        {text}
        {retryText(retrySeconds)}
      </p>
      <button type="button" class="primary" onClick={start}>
        {action}
      </button>
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
          <Portrait name={preview.name} picture={preview.picture?.path ?? null} class="large" />
          <p class="greeting">Hello there! Shall we talk?</p>
          <h1 dir="auto" title={preview.name}>
            {preview.name}
          </h1>
          {preview.tagline !== null && (
            <p class="tagline" dir="auto" title={preview.tagline}>
              {preview.tagline}
            </p>
          )}
          <Abilities voice={voice} />
        </>
      )}
      <button type="button" class="primary" onClick={start} disabled={isOpening}>
        {isOpening ? 'Opening …' : 'Start talking'}
      </button>
      <p class="small">What you write is answered by a machine.</p>
    </div>
  )
}

function Abilities({ voice: { cannotHear, canSpeak } }: { readonly voice: VoiceState }) {
  return (
    <ul class="abilities" aria-label="What you can do">
      <li>
        <PenIcon />
        Write
      </li>
      {cannotHear === null && (
        <li>
          <MicrophoneIcon />
          Talk by voice
        </li>
      )}
      {canSpeak && (
        <li>
          <SpeakerIcon />
          Hear the replies
        </li>
      )}
    </ul>
  )
}
