import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { SharePreview } from '../../contract/shares.js'
import { applyAccentOfName, applyAccentOfPicture } from './appearance/apply-accent.js'
import { isOwn } from './appearance/portrait.js'
import { PastScreen } from './conversation/past-screen.js'
import { ConversationScreen, useVoiceState } from './conversation-screen.js'
import { StartScreen, type Where } from './door/start-screen.js'
import type { KeptVisits, Pictures } from './kept-visits.js'
import type { FigureAnimation } from './model/figure-animation.js'
import { endTextsOf } from './page-texts.js'
import type { KeptText } from './tab-storage.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import type { VisitorVoice } from './voice/visitor-voice.js'

type SharePageProps = {
  readonly visit: VisitorSession
  readonly voice: VisitorVoice
  readonly figure: FigureAnimation
  readonly preview: SharePreview | null
  /** Those of the preview, also where the link has ended and there is none. */
  readonly pictures: Pictures | null
  readonly unsent: KeptText
  readonly keptVisits: Pick<KeptVisits, 'isForgetting'>
}

/** The page for the current state of the visit. */
export function SharePage({ visit, voice, figure, preview, pictures, unsent, keptVisits }: SharePageProps) {
  const [state, setState] = useState(visit.state)
  const voiceState = useVoiceState(voice)
  useEffect(() => {
    const update = () => setState(visit.state)
    // Effects run after the first paint, so changes before it were missed.
    update()
    return visit.subscribe(update)
  }, [visit])
  useEffect(() => {
    document.title = titleOf(state, preview)
  }, [state, preview])
  const character = characterOf(state)
  const name = character?.name ?? preview?.name
  // Before a picture can have loaded, whose colour goes before that of the name.
  useLayoutEffect(() => {
    if (name !== undefined) applyAccentOfName(name)
  }, [name])
  const path = pictures?.picture?.path ?? character?.avatar ?? null
  // The same on the door, which may show the figure instead, and inside.
  useLayoutEffect(() => (path !== null && isOwn(path) ? applyAccentOfPicture(path) : undefined), [path, name])
  const poster = pictures?.poster ?? null
  const picture = { path, isOfFigure: path !== null && path === poster }
  const { forgotten, start, forget } = useForgetting({ visit, unsent, keptVisits })
  const isUnreachable = state.step === 'ended' && state.ending === 'unreachable'
  // With the frame that says so: a network that is back at once would not be noticed.
  useLayoutEffect(() => {
    if (!isUnreachable) return
    addEventListener('online', start)
    return () => removeEventListener('online', start)
  }, [isUnreachable])
  if (state.step === 'open')
    return (
      <ConversationScreen
        state={state}
        picture={picture}
        poster={poster}
        visit={visit}
        voice={voice}
        figure={figure}
        unsent={unsent}
        forget={forget}
      />
    )
  const past = state.step === 'start' ? null : state.past
  if (state.step !== 'start' && past !== null && (past.lines.length > 0 || unsent.current.trim() !== ''))
    return <PastScreen {...{ state, past, picture, unsent, start, forget }} />
  const kept = state.step === 'start' ? state.kept : null
  const isKnown = kept !== null && preview === null
  const who = isKnown ? { picture: null, poster: null, ...pictures, ...kept.session.character } : preview
  return <StartScreen {...{ state, preview: who, kept, voice: voiceState, start, forget, forgotten }} />
}

/** Beginning, and forgetting what was said; where that was done last, until another beginning. */
function useForgetting({
  visit,
  unsent,
  keptVisits,
}: Pick<SharePageProps, 'visit' | 'unsent' | 'keptVisits'>) {
  const [forgotten, setForgotten] = useState<Where | null>(null)
  const start = () => {
    setForgotten(null)
    void visit.start()
  }
  const forgetAll = (where: Where) => {
    unsent.current = ''
    setForgotten(where)
    visit.forget(where === 'elsewhere')
  }
  useEffect(() => {
    const onStorage = (change: StorageEvent) => {
      // Where nothing was said nothing is missed.
      if (keptVisits.isForgetting(change) && characterOf(visit.state()) !== undefined) forgetAll('elsewhere')
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return { forgotten, start, forget: () => forgetAll('here') }
}

/** The character of the visit, once the link was redeemed. */
function characterOf(state: VisitorSessionState) {
  if (state.step === 'open') return state.session.character
  return (state.step === 'start' ? state.kept : state.past)?.session.character
}

function titleOf(state: VisitorSessionState, preview: SharePreview | null): string {
  if (state.step === 'ended') return endTextsOf(state).title
  return characterOf(state)?.name ?? preview?.name ?? 'Someone wants to talk to you'
}
