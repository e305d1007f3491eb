import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { CONTRACT_LIMITS } from '../../../contract/limits.js'
import { SendIcon, StopIcon } from '../appearance/icons.js'
import type { KeptText } from '../tab-storage.js'
import type { VisitorSession } from '../visitor-session.js'

type ComposerProps = Pick<VisitorSession, 'sendText' | 'interrupt'> & {
  readonly isReady: boolean
  /** Whether it will be ready by itself, so that words can wait. */
  readonly isConnecting: boolean
  readonly isTalking: boolean
  readonly unsent: KeptText
  /** What stands beside the field. */
  readonly children?: ComponentChildren
}

/** The server would cut off what is longer. */
const LONGEST = CONTRACT_LIMITS.messageCharacters
/** From here on it is told how much is left. */
const NEARLY = 0.9 * LONGEST

/** Lets the visitor write; but a phone would bring its keyboard up, over half of what is shown. */
export function focusWords(): void {
  if (!matchMedia('(pointer: coarse)').matches) document.getElementById('words')?.focus()
}

export function Composer(props: ComposerProps) {
  const { isReady, isConnecting, isTalking, unsent, sendText, interrupt, children } = props
  const [text, setText] = useState(unsent.current)
  unsent.current = text
  const field = useRef<HTMLTextAreaElement>(null)
  // The start button, which had the focus, is gone.
  useEffect(focusWords, [])
  // What is said before the connection is there is sent with it.
  const [isWaiting, setWaiting] = useState(false)
  const isTooLong = text.length > LONGEST
  const send = () => {
    if (text.trim() === '' || isTooLong) return
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
      <Field
        {...{ field, text, send }}
        write={(next) => {
          setText(next)
          setWaiting(false)
        }}
      />
      {children}
      {isTalking && (
        <StopButton
          interrupt={() => {
            interrupt()
            // The button, which had the focus, goes away.
            focusWords()
          }}
        />
      )}
      {isWaiting && !isReady && (
        <p class="waiting" role="status">
          It will be sent when you are connected.
        </p>
      )}
      <button
        type="submit"
        class="primary send"
        title="Send"
        disabled={isTooLong || (!isReady && (!isConnecting || isWaiting))}
      >
        <SendIcon />
        <span class="word">Send</span>
      </button>
    </form>
  )
}

type FieldProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly send: () => void
  readonly write: (text: string) => void
}

function scrollByWholeLines(field: HTMLTextAreaElement): void {
  const line = Number.parseFloat(getComputedStyle(field).lineHeight)
  if (field.scrollTop % line > 0) field.scrollTop = Math.ceil(field.scrollTop / line) * line
}

/** Scrolls the conversation, which has the room, instead of the field. */
function turnPage(key: string): boolean {
  const direction = { PageUp: -0.9, PageDown: 0.9 }[key]
  const list = document.querySelector('.lines')
  if (direction === undefined || list === null) return false
  list.scrollBy(0, direction * list.clientHeight)
  return true
}

function Field({ field, text, send, write }: FieldProps) {
  const isNearlyFull = text.length > NEARLY
  // Browsers scroll only until the cursor is seen, which is less tall than its line.
  useLayoutEffect(() => {
    if (field.current !== null) scrollByWholeLines(field.current)
  }, [text])
  return (
    <div class="field">
      <textarea
        id="words"
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        placeholder="Write a message"
        aria-describedby={isNearlyFull ? 'length' : undefined}
        aria-invalid={text.length > LONGEST}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, isComposing } = event
          if (shiftKey || isComposing) return
          if (key === 'Enter') send()
          else if (!turnPage(key)) return
          event.preventDefault()
        }}
      />
      {isNearlyFull && <Length length={text.length} />}
    </div>
  )
}

const inEnglish = (count: number) => count.toLocaleString('en')

/** What is too long is not sent, and not cut off either: the visitor decides what to leave out. */
function Length({ length }: { readonly length: number }) {
  const over = length - LONGEST
  return (
    <p id="length" class={over > 0 ? 'length over' : 'length'}>
      {over > 0
        ? `${inEnglish(over)} characters over the limit of ${inEnglish(LONGEST)}`
        : `${inEnglish(length)} of ${inEnglish(LONGEST)} characters`}
    </p>
  )
}

const StopButton = ({ interrupt }: Pick<VisitorSession, 'interrupt'>) => (
  <button type="button" class="stop" title="Stop the reply" onClick={interrupt}>
    <StopIcon />
    <span class="word">Stop</span>
  </button>
)
