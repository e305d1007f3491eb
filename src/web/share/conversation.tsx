import { useEffect, useRef, useState } from 'preact/hooks'
import type { SharedCharacter } from '../../contract/shares.js'
import type { Line } from './transcript.js'
import type { Visit, VisitState } from './visit.js'
import { CONNECTION_WORDS } from './words.js'

type Inside = Extract<VisitState, { step: 'inside' }>

export function Conversation({ state, visit }: { readonly state: Inside; readonly visit: Visit }) {
  const { session, lines, connection, trouble, isUsedUp } = state
  const isTalking = lines.some(({ isOver }) => !isOver)
  const status = isUsedUp ? 'This link has no turns left.' : CONNECTION_WORDS[connection]
  return (
    <main class="talk">
      <Head character={session.character} />
      <Transcript lines={lines} name={session.character.name} />
      <p class="status" role="status">
        {trouble ?? status}
      </p>
      <Composer
        isReady={connection === 'connected' && !isUsedUp}
        isTalking={isTalking}
        say={visit.say}
        interrupt={visit.interrupt}
      />
    </main>
  )
}

function Head({ character: { name, tagline, avatar } }: { readonly character: SharedCharacter }) {
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

function Transcript({ lines, name }: { readonly lines: readonly Line[]; readonly name: string }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [lines])
  return (
    // A reader of screens hears whole replies: one that is still arriving is busy.
    <div
      class="lines"
      role="log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
      tabIndex={0}
      aria-label="Conversation"
      aria-busy={lines.some(({ isOver }) => !isOver)}
    >
      {lines.map(({ id, who, text }) => (
        <p key={id} class={who}>
          <span class="name">{who === 'visitor' ? 'You' : name}: </span>
          {text}
        </p>
      ))}
      <div ref={end} />
    </div>
  )
}

type ComposerProps = Pick<Visit, 'say' | 'interrupt'> & {
  readonly isReady: boolean
  readonly isTalking: boolean
}

function Composer({ isReady, isTalking, say, interrupt }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), [])
  const send = () => {
    if (!isReady || text.trim() === '') return
    say(text)
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
