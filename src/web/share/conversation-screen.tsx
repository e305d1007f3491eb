import { useCallback, useEffect, useState } from 'preact/hooks'
import { CharacterHeader, type Picture } from './conversation/character-header.js'
import { Composer } from './conversation/composer.js'
import { retryableText } from './conversation/transcript.js'
import { Transcript } from './conversation/transcript-view.js'
import { CharacterModel } from './model/character-model.js'
import type { FigureAnimation } from './model/figure-animation.js'
import { AGENT_STATE_TEXTS, agentStateOf, CONNECTION_TEXTS, MACHINE_TEXT } from './page-texts.js'
import type { KeptText } from './tab-storage.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import { INSECURE_TEXT } from './voice/device-errors.js'
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
}

export function ConversationScreen(props: ConversationScreenProps) {
  const { state, picture, poster, visit, voice, figure, unsent } = props
  const voiceState = useVoiceState(voice)
  const { session, lines, connection, isUsedUp, isAwaitingReply } = state
  const { character } = session
  const [isBroken, setBroken] = useState(false)
  const hideModel = useCallback(() => setBroken(true), [])
  const model = isBroken ? null : (character.modelUrl ?? character.modelPreviewUrl)
  const hasModel = model !== null
  const isReady = connection === 'connected' && !isUsedUp
  const isReplying = lines.some(({ who, isOver }) => who === 'character' && !isOver)
  const own = { voice, state: voiceState, isReady }
  const isTalking = isReplying || isAwaitingReply || voiceState.isSpeaking
  const stop = () => {
    voice.stopReply()
    visit.interrupt()
  }
  useStopKey(isTalking ? stop : undefined)
  /** Whoever says something does not wait for the end of a reply that is still spoken. */
  const afterSilence =
    <A extends unknown[]>(say: (...words: A) => void) =>
    (...words: A) => {
      if (voiceState.isSpeaking) voice.stopReply()
      say(...words)
    }
  return (
    <main class={hasModel ? 'talk with-model' : 'talk'}>
      {hasModel && (
        <CharacterModel
          url={model}
          name={character.name}
          poster={poster}
          figure={figure}
          gesture={isReplying || voiceState.isSpeaking ? 'talk' : 'idle'}
          onBroken={hideModel}
        />
      )}
      <CharacterHeader name={character.name} tagline={character.tagline} picture={picture} lines={lines}>
        <SoundSwitch {...own} />
      </CharacterHeader>
      <Transcript
        lines={lines}
        name={character.name}
        isAloud={voiceState.step === 'on'}
        isAwaitingReply={isAwaitingReply || voiceState.isThinking}
        captions={voiceState.captions}
        suggest={isReady ? afterSilence(visit.sendText) : undefined}
        retry={isReady && retryableText(state) !== undefined ? afterSilence(visit.retry) : undefined}
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
          sendText={afterSilence(visit.sendText)}
          interrupt={stop}
        >
          <TalkButton {...own} />
        </Composer>
        <Footnote voiceState={voiceState} />
      </div>
    </main>
  )
}

/** Nobody is to forget who answers; and why no microphone is offered where the browser alone keeps it back. */
const Footnote = ({ voiceState: { cannotHear } }: { readonly voiceState: VoiceState }) => (
  <p class="footnote">
    {MACHINE_TEXT}
    {cannotHear === 'insecure' && ` ${INSECURE_TEXT}`}
  </p>
)

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

type StatusProps = { readonly state: OpenSessionState; readonly voiceState: VoiceState }

function Status({ state: { trouble, isUsedUp, connection }, voiceState }: StatusProps) {
  const isVoiceOn = connection === 'connected' && voiceState.step === 'on'
  const agentState = isVoiceOn ? agentStateOf(voiceState) : null
  const text = agentState === null ? CONNECTION_TEXTS[connection] : AGENT_STATE_TEXTS[agentState]
  // That all is well is only told to those who do not see that nothing is wrong.
  // So is what the switch in the head says already.
  const isAsWished = agentState === null || agentState === 'aloud'
  const isQuiet = trouble === null && !isUsedUp && isAsWished && connection === 'connected'
  return (
    <p class={`status ${agentState ?? connection}${isQuiet ? ' unseen' : ''}`} role="status">
      {trouble ?? (isUsedUp ? 'This link has no turns left.' : text)}
    </p>
  )
}
