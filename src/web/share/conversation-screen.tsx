import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { SharedCharacter } from '../../contract/shares.js'
import { CharacterModel } from './model/character-model.js'
import type { FigureAnimation } from './model/figure-animation.js'
import { AGENT_STATE_TEXTS, agentStateOf, CONNECTION_TEXTS } from './page-texts.js'
import type { TranscriptLine } from './transcript.js'
import type { VisitorSession, VisitorSessionState } from './visitor-session.js'
import type { VisitorVoice } from './voice/visitor-voice.js'
import { VoicePanel } from './voice/voice-panel.js'
import type { VoiceState } from './voice/voice-state.js'

type OpenSessionState = Extract<VisitorSessionState, { step: 'open' }>

type ConversationScreenProps = {
  readonly state: OpenSessionState
  readonly visit: VisitorSession
  readonly voice: VisitorVoice
  readonly figure: FigureAnimation
}

export function ConversationScreen({ state, visit, voice, figure }: ConversationScreenProps) {
  const voiceState = useVoiceState(voice)
  const { session, lines, connection, isUsedUp } = state
  const { character } = session
  const [isBroken, setBroken] = useState(false)
  const hideModel = useCallback(() => setBroken(true), [])
  const model = isBroken ? null : (character.modelUrl ?? character.modelPreviewUrl)
  const isReady = connection === 'connected' && !isUsedUp
  const isReplying = lines.some(({ who, isOver }) => who === 'character' && !isOver)
  return (
    <main class={model === null ? 'talk' : 'talk with-model'}>
      {model !== null && (
        <CharacterModel
          url={model}
          name={character.name}
          figure={figure}
          gesture={isReplying || voiceState.isSpeaking ? 'talk' : 'idle'}
          onBroken={hideModel}
        />
      )}
      <CharacterHeader character={character} />
      <Transcript
        lines={lines}
        name={character.name}
        isAloud={voiceState.step === 'on'}
        captions={voiceState.captions}
      />
      <Status state={state} voiceState={voiceState} />
      <VoicePanel voice={voice} state={voiceState} isReady={isReady} />
      <Composer
        isReady={isReady}
        isTalking={isReplying || voiceState.isSpeaking}
        sendText={visit.sendText}
        interrupt={() => {
          voice.stopReply()
          visit.interrupt()
        }}
      />
    </main>
  )
}

function useVoiceState(voice: VisitorVoice): VoiceState {
  const [state, setState] = useState(voice.state)
  useEffect(() => voice.subscribe(() => setState(voice.state)), [voice])
  return state
}

type StatusProps = { readonly state: OpenSessionState; readonly voiceState: VoiceState }

function Status({ state: { trouble, isUsedUp, connection }, voiceState }: StatusProps) {
  const isVoiceOn = connection === 'connected' && voiceState.step === 'on'
  const agentState = isVoiceOn ? agentStateOf(voiceState) : null
  const text = agentState === null ? CONNECTION_TEXTS[connection] : AGENT_STATE_TEXTS[agentState]
  return (
    <p class={`status ${agentState ?? connection}`} role="status">
      {trouble ?? (isUsedUp ? 'This link has no turns left.' : text)}
    </p>
  )
}

function CharacterHeader({ character: { name, tagline, avatar } }: { readonly character: SharedCharacter }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <header>
      {avatar === null || isBroken ? (
        <span class="avatar" aria-hidden="true">
          {[...name][0]}
        </span>
      ) : (
        <img class="avatar" src={avatar} alt="" onError={() => setBroken(true)} />
      )}
      <div>
        <h1>{name}</h1>
        {tagline !== null && <p>{tagline}</p>}
      </div>
    </header>
  )
}

type TranscriptProps = {
  readonly lines: readonly TranscriptLine[]
  readonly name: string
  /** Whether replies are spoken; then screen readers do not announce them. */
  readonly isAloud: boolean
  /** How much is shown of the replies that are spoken, by their ids. */
  readonly captions: VoiceState['captions']
}

function Transcript({ lines, name, isAloud, captions }: TranscriptProps) {
  const end = useRef<HTMLDivElement>(null)
  // Also when the voice panel shrinks the list.
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [lines, isAloud, captions])
  return (
    // Screen readers announce complete replies: one that is still arriving is busy.
    <div
      class="lines"
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus
      tabIndex={0}
      aria-label="Conversation"
      aria-live={isAloud ? 'off' : 'polite'}
      aria-busy={lines.some(({ isOver }) => !isOver)}
    >
      {lines.map(({ id, who, text, isOver }) => (
        <p key={id} class={isOver ? who : `${who} arriving`}>
          <span class="name">{who === 'visitor' ? 'You' : name}: </span>
          {text.slice(0, captions.get(id))}
        </p>
      ))}
      <div ref={end} />
    </div>
  )
}

type ComposerProps = Pick<VisitorSession, 'sendText' | 'interrupt'> & {
  readonly isReady: boolean
  readonly isTalking: boolean
}

function Composer({ isReady, isTalking, sendText, interrupt }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  // The start button, which had the focus, is gone.
  useEffect(() => field.current?.focus(), [])
  const send = () => {
    if (!isReady || text.trim() === '') return
    sendText(text)
    setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label for="words">Your words</label>
      <textarea
        id="words"
        ref={field}
        rows={1}
        maxLength={4000}
        value={text}
        placeholder="Say something"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      {isTalking && (
        <button type="button" class="quiet" onClick={interrupt}>
          Stop
        </button>
      )}
      <button type="submit" disabled={!isReady}>
        Send
      </button>
    </form>
  )
}
