import { SaveIcon } from '../appearance/icons.js'
import { END_TEXTS, retryText } from '../page-texts.js'
import type { StoredVisit } from '../tab-storage.js'
import { canContinue, type VisitorSessionState } from '../visitor-session.js'
import { CharacterHeader } from './character-header.js'
import { saveTranscript } from './save-transcript.js'
import { Transcript } from './transcript-view.js'

type PastScreenProps = {
  readonly state: Extract<VisitorSessionState, { step: 'ended' | 'redeeming' }>
  readonly past: StoredVisit
  readonly picture: string | null
  readonly start: () => void
}

const NO_CAPTIONS: ReadonlyMap<string, number> = new Map()

/** A visit that is over: the conversation stays. */
export function PastScreen({ state, past, picture, start }: PastScreenProps) {
  const { name, tagline } = past.session.character
  const { lines } = past
  // Of a visit that cannot go on, the conversation is what is left to have.
  const mayGoOn = state.step !== 'ended' || canContinue(state.ending)
  return (
    <main class="talk">
      <CharacterHeader name={name} tagline={tagline} picture={picture} lines={lines} />
      <Transcript
        lines={lines}
        name={name}
        isAloud={false}
        isAwaitingReply={false}
        captions={NO_CAPTIONS}
        retry={undefined}
        suggest={undefined}
      />
      <section class="ending" role="alert">
        {state.step === 'ended' ? <Ending state={state} /> : <p>Opening …</p>}
        <div class="choices">
          <button
            type="button"
            class={mayGoOn ? 'primary' : ''}
            disabled={state.step === 'redeeming'}
            onClick={start}
          >
            {state.step === 'ended' ? END_TEXTS[state.ending].action : 'Opening …'}
          </button>
          <button type="button" class={mayGoOn ? '' : 'primary'} onClick={() => saveTranscript(name, lines)}>
            <SaveIcon />
            Save the conversation
          </button>
        </div>
      </section>
    </main>
  )
}

const Ending = ({
  state: { ending, retrySeconds },
}: {
  readonly state: Extract<VisitorSessionState, { step: 'ended' }>
}) => (
  <div>
    <h2>{END_TEXTS[ending].title}</h2>
    <p>
      {END_TEXTS[ending].text}
      {retryText(retrySeconds)}
    </p>
  </div>
)
