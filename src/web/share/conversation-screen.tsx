import { useCallback, useEffect, useState } from 'preact/hooks'
import { CharacterHeader, type Picture } from './conversation/character-header.js'
import { Composer } from './conversation/composer.js'
import { Footnote, Status } from './conversation/status.js'
import { retryableText } from './conversation/transcript.js'
import { Transcript } from './conversation/transcript-view.js'
import { CharacterModel } from './model/character-model.js'
import type { FigureAnimation } from './model/figure-animation.js'
import { useFigureSize } from './model/use-figure-size.js'
import type { KeptText } from './tab-storage.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import type { VisitorVoice } from './voice/visitor-voice.js'
import { SoundSwitch, TalkButton, VoicePanel } from './voice/voice-panel.js'
import type { VoiceState } from './voice/voice-state.js'

type OpenSessionState = Extract<VisitorSessionState, { step: 'open' }>

type ConversationScreenProps = {
  readonly state: OpenSessionState
  readonly picture: Picture
  /** The path of a picture of the figure. */
  readonly poster: string | null
  readonly visit: VisitorSession
  readonly voice: VisitorVoice
  readonly figure: FigureAnimation
  readonly unsent: KeptText
  readonly forget: () => void
}

export function ConversationScreen(props: ConversationScreenProps) {
  const { state, picture, poster, visit, voice, figure, unsent, forget } = props
  const voiceState = useVoiceState(voice)
  const { session, lines, connection, isUsedUp, isAwaitingReply } = state
  const { character } = session
  const [isBroken, setBroken] = useState(false)
  const hideModel = useCallback(() => setBroken(true), [])
  const model = isBroken ? null : (character.modelUrl ?? character.modelPreviewUrl)
  const hasModel = model !== null
  const isReady = connection === 'connected' && !isUsedUp
  const own = { voice, state: voiceState, isReady }
  const { isReplying, isTalking, stop, say, retry } = useWords(state, visit, own)
  const { size, enlarge, shrink } = useFigureSize(lines)
  return (
    <main class={hasModel ? `talk with-model ${size}` : 'talk'}>
      {hasModel && (
        <CharacterModel
          url={model}
          name={character.name}
          poster={poster}
          figure={figure}
          gesture={isReplying ? 'talk' : 'idle'}
          onBroken={hideModel}
        />
      )}
      <CharacterHeader {...{ character, picture, lines }} showFigure={hasModel ? enlarge : undefined}>
        <SoundSwitch {...own} />
      </CharacterHeader>
      <Transcript
        lines={lines}
        name={character.name}
        isAloud={voiceState.step === 'on'}
        isAwaitingReply={isAwaitingReply || voiceState.isThinking}
        session={session}
        since={state.since}
        captions={voiceState.captions}
        suggest={isReady ? say : undefined}
        onScrollUp={shrink}
        retry={retry}
      >
        <SoundSwitch {...own} />
      </Transcript>
      <div class="writing">
        <Status state={state} voiceState={voiceState} />
        <VoicePanel {...own} />
        <Composer
          isReady={isReady}
          isConnecting={!isUsedUp && (connection === 'connecting' || connection === 'reconnecting')}
          isTalking={isTalking}
          unsent={unsent}
          sendText={say}
          interrupt={stop}
        >
          <TalkButton {...own} />
        </Composer>
        <Footnote voiceState={voiceState} forget={lines.length > 0 ? forget : undefined} />
      </div>
    </main>
  )
}

type OwnVoice = { readonly voice: VisitorVoice; readonly state: VoiceState; readonly isReady: boolean }

/** What the visitor can say now, and whether the character speaks. */
function useWords(conversation: OpenSessionState, visit: VisitorSession, own: OwnVoice) {
  const { voice, state, isReady } = own
  const { lines, isAwaitingReply } = conversation
  const isReplying = state.isSpeaking || lines.some(({ who, isOver }) => who === 'character' && !isOver)
  const isTalking = isReplying || isAwaitingReply
  const stop = () => {
    voice.stopReply()
    visit.interrupt()
  }
  useStopKey(isTalking ? stop : undefined)
  /** Whoever says something does not wait for the end of a reply that is still spoken. */
  const afterSilence =
    <A extends unknown[]>(say: (...words: A) => void) =>
    (...words: A) => {
      if (state.isSpeaking) voice.hush()
      say(...words)
    }
  const mayRetry = isReady && retryableText(conversation) !== undefined
  const say = afterSilence(visit.sendText)
  return { isReplying, isTalking, stop, say, retry: mayRetry ? afterSilence(visit.retry) : undefined }
}

/** Escape stops a reply wherever the focus is. */
function useStopKey(stop: (() => void) | undefined): void {
  useEffect(() => {
    if (stop === undefined) return
    const stopAtEscape = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing) stop()
    }
    addEventListener('keydown', stopAtEscape)
    return () => removeEventListener('keydown', stopAtEscape)
  })
}

export function useVoiceState(voice: VisitorVoice): VoiceState {
  const [state, setState] = useState(voice.state)
  useEffect(() => voice.subscribe(() => setState(voice.state)), [voice])
  return state
}
