import { useEffect, useState } from 'preact/hooks'
import { ConversationScreen } from './conversation-screen.js'
import type { FigureAnimation } from './model/figure-animation.js'
import { END_TEXTS } from './page-texts.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import type { VisitorVoice } from './voice/visitor-voice.js'

/** The page for the current state of the visit. */
export function SharePage({
  visit,
  voice,
  figure,
}: {
  readonly visit: VisitorSession
  readonly voice: VisitorVoice
  readonly figure: FigureAnimation
}) {
  const [state, setState] = useState(visit.state)
  useEffect(() => {
    const update = () => setState(visit.state)
    // Effects run after the first paint, so changes before it were missed.
    update()
    return visit.subscribe(update)
  }, [visit])
  useEffect(() => {
    document.title = titleOf(state)
  }, [state])
  if (state.step === 'open')
    return <ConversationScreen state={state} visit={visit} voice={voice} figure={figure} />
  return (
    <main class="start">
      <StartScreen state={state} start={visit.start} />
    </main>
  )
}

function titleOf(state: VisitorSessionState): string {
  if (state.step === 'open') return state.session.character.name
  return state.step === 'ended' ? END_TEXTS[state.ending].title : 'Someone wants to talk to you'
}

type StartScreenProps = {
  readonly state: Exclude<VisitorSessionState, { step: 'open' }>
  readonly start: () => void
}

function StartScreen({ state, start }: StartScreenProps) {
  if (state.step === 'ended') {
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
  const isRedeeming = state.step === 'redeeming'
  return (
    <>
      <h1>Someone wants to talk to you</h1>
      <p>A character waits behind this link. What you write is answered by a machine.</p>
      <button type="button" onClick={start} disabled={isRedeeming}>
        {isRedeeming ? 'Opening …' : 'Start talking'}
      </button>
    </>
  )
}
