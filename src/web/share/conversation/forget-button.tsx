import { useState } from 'preact/hooks'

/** Forgets the conversation in this browser, when it is pressed twice. */
export function ForgetButton({ forget }: { readonly forget: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <button
      type="button"
      class="forget"
      title="Only what this browser keeps"
      onClick={isAsked ? forget : () => setAsked(true)}
      onBlur={() => setAsked(false)}
    >
      {isAsked ? 'Really forget it?' : 'Forget it'}
    </button>
  )
}
