import { useEffect, useState } from 'preact/hooks'
import { ConversationScreen } from './conversation-screen.js'
import { END_TEXTS } from './page-texts.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import type { VisitorVoice } from './voice/visitor-voice.js'

/** The whole page, as the visit stands. */
export function SharePage({
  visit,
  voice,
}: {
  readonly visit: VisitorSession
  readonly voice: VisitorVoice
}) {
  const [state, setState] = useState(visit.state)
  useEffect(() => {
    const follow = () => setState(visit.state)
    // Effects run after the first paint: what has changed until then was told to nobody.
    follow()
    return visit.subscribe(follow)
  }, [visit])
  useEffect(() => {
    document.title = titleOf(state)
  }, [state])
  if (state.step === 'inside') return <ConversationScreen state={state} visit={visit} voice={voice} />
  return (
    <main class="door">
      <StartScreen state={state} start={visit.start} />
    </main>
  )
}

function titleOf(state: VisitorSessionState): string {
  if (state.step === 'inside') return state.session.character.name
  return state.step === 'over' ? END_TEXTS[state.ending].title : 'Someone wants to talk to you'
}

type StartScreenProps = {
  readonly state: Exclude<VisitorSessionState, { step: 'inside' }>
  readonly start: () => void
}

function StartScreen({ state, start }: StartScreenProps) {
  if (state.step === 'over') {
    const { title, text } = END_TEXTS[state.ending]
    const wait = state.retrySeconds === null ? '' : ` Try again in ${state.retrySeconds} seconds.`
    return (
      <div role="alert">
        <h1>{title}</h1>
        <p>
          {text}
          {wait}
        </p>
        <button type="button" onClick={start}>
          Try again
        </button>
      </div>
    )
  }
  const isOpening = state.step === 'opening'
  return (
    <>
      <h1>Someone wants to talk to you</h1>
      <p>A character waits behind this link. What you write is answered by a machine.</p>
      <button type="button" onClick={start} disabled={isOpening}>
        {isOpening ? 'Opening …' : 'Start talking'}
      </button>
    </>
  )
}
