import { useState } from 'preact/hooks'
import { endTextsOf } from '../page-texts.js'
import type { KeptText, StoredVisit } from '../tab-storage.js'
import type { VisitorSessionState } from '../visitor-session.js'
import { CharacterHeader, type Picture } from './character-header.js'
import { ForgetButton } from './confirmed-button.js'
import { CopyButton } from './copy-button.js'
import { SaveButton } from './save-button.js'
import { Transcript } from './transcript-view.js'

type PastScreenProps = {
  readonly state: Extract<VisitorSessionState, { step: 'ended' | 'redeeming' }>
  readonly past: StoredVisit
  readonly picture: Picture
  readonly unsent: KeptText
  readonly start: () => void
  readonly forget: () => void
}

const NO_CAPTIONS: ReadonlyMap<string, number> = new Map()
const OPENING = { title: '', text: 'Opening …', action: 'Opening …' }

/** A visit that is over: the conversation stays, and what was written and not sent. */
export function PastScreen({ state, past, picture, unsent, start, forget }: PastScreenProps) {
  const { character } = past.session
  const { name } = character
  const { lines } = past
  const { title, text, action } = state.step === 'ended' ? endTextsOf(state) : OPENING
  const hasLines = lines.length > 0
  return (
    <main class="talk">
      {/* Saving is offered below. */}
      <CharacterHeader character={character} picture={picture} lines={[]} />
      {hasLines ? (
        <Transcript
          lines={lines}
          name={name}
          isAloud={false}
          isAwaitingReply={false}
          captions={NO_CAPTIONS}
          retry={undefined}
          suggest={null}
          session={past.session}
        />
      ) : (
        <div class="transcript" />
      )}
      <section class="ending">
        <div role="alert">
          {title !== '' && <h2>{title}</h2>}
          {text !== '' && <p>{text}</p>}
        </div>
        <UnsentWords unsent={unsent} />
        <div class="choices">
          {action !== null && (
            <button type="button" class="primary" disabled={state.step === 'redeeming'} onClick={start}>
              {action}
            </button>
          )}
          {hasLines && (
            <SaveButton name={name} lines={lines} class={action === null ? 'primary' : ''} isWide />
          )}
          {hasLines && <ForgetButton forget={forget} />}
        </div>
      </section>
    </main>
  )
}

/** The words that were in the field; the next visit has them in its own. */
function UnsentWords({ unsent }: { readonly unsent: KeptText }) {
  const [text, setText] = useState(unsent.current)
  const [hadWords] = useState(text.trim() !== '')
  if (!hadWords) return null
  unsent.current = text
  return (
    <div class="unsent">
      <label for="words">You had written, and not sent</label>
      <textarea
        id="words"
        dir="auto"
        rows={2}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <CopyButton text={text} />
    </div>
  )
}
