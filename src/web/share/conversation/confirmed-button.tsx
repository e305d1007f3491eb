import { useEffect, useState } from 'preact/hooks'

type ConfirmedButtonProps = {
  readonly class: string
  readonly label: string
  /** What it says before it acts. */
  readonly question: string
  readonly act: () => void
}

/** Long enough to read the question, and not so long that a later press is the answer to it. */
const ASKED_MS = 5000

/**
 * Acts when it is pressed twice; Escape, another place and a while call it off. A double click, or a key that is held, only
 * asks: who does that has not read the question. Both texts have the room of the longer.
 */
export function ConfirmedButton({ class: kind, label, question, act }: ConfirmedButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const callOff = () => setAsked(false)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(callOff, ASKED_MS)
    return () => clearTimeout(timer)
  }, [isAsked])
  return (
    <button
      type="button"
      class={`confirmed ${kind}`}
      onClick={({ detail }) => {
        if (!isAsked) setAsked(true)
        else if (detail < 2) act()
      }}
      onBlur={callOff}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault()
        if (!isAsked || event.key !== 'Escape') return
        // It does not stop a reply, too.
        event.stopPropagation()
        callOff()
      }}
    >
      <span class={isAsked ? 'other' : ''}>{label}</span>
      <span class={isAsked ? '' : 'other'}>{question}</span>
    </button>
  )
}

/** Forgets the conversation in this browser. */
export const ForgetButton = ({ forget }: { readonly forget: () => void }) => (
  <ConfirmedButton class="forget" label="Forget it" question="Really forget it?" act={forget} />
)
