import { useEffect, useRef, useState } from 'preact/hooks'
import { SendIcon, StopIcon } from '../appearance/icons.js'
import type { UnsentText } from '../tab-storage.js'
import type { VisitorSession } from '../visitor-session.js'

type ComposerProps = Pick<VisitorSession, 'sendText' | 'interrupt'> & {
  readonly isReady: boolean
  /** Whether it will be ready by itself, so that words can wait. */
  readonly isConnecting: boolean
  readonly isTalking: boolean
  readonly unsent: UnsentText
}

export function Composer({ isReady, isConnecting, isTalking, unsent, sendText, interrupt }: ComposerProps) {
  const [text, setText] = useState(unsent.current)
  unsent.current = text
  const field = useRef<HTMLTextAreaElement>(null)
  // The start button, which had the focus, is gone.
  useEffect(() => field.current?.focus(), [])
  // What is said before the connection is there is sent with it.
  const [isWaiting, setWaiting] = useState(false)
  const send = () => {
    if (text.trim() === '') return
    setWaiting(!isReady)
    if (!isReady) return
    sendText(text)
    setText('')
  }
  useEffect(() => {
    if (isReady && isWaiting) send()
  }, [isReady])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label for="words" class="unseen">
        Your words
      </label>
      <textarea
        id="words"
        ref={field}
        dir="auto"
        rows={1}
        maxLength={4000}
        value={text}
        placeholder="Say something"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setWaiting(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      {isTalking && (
        <StopButton
          interrupt={() => {
            interrupt()
            // The button, which had the focus, goes away.
            field.current?.focus()
          }}
        />
      )}
      {isWaiting && !isReady && (
        <p class="waiting" role="status">
          It is sent as soon as the connection is there.
        </p>
      )}
      <button
        type="submit"
        class="primary send"
        title="Send"
        disabled={!isReady && (!isConnecting || isWaiting)}
      >
        <SendIcon />
        <span class="word">Send</span>
      </button>
    </form>
  )
}

const StopButton = ({ interrupt }: Pick<VisitorSession, 'interrupt'>) => (
  <button type="button" class="stop" title="Stop the reply" onClick={interrupt}>
    <StopIcon />
    <span class="word">Stop</span>
  </button>
)
