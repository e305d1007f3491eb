import { useState } from 'preact/hooks'
import { copyText } from '../copy-text.js'

type Props = { readonly label: string; readonly value: unknown }

/** A value as JSON, or a text, in a box that scrolls by keyboard, with a button that copies it. */
export function ExampleBox({ label, value }: Props) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div class="example">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section class="example-text" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton label={label} text={text} />
    </div>
  )
}

function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return (
    <button
      type="button"
      class="copy"
      aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
      onClick={() => void copyText(text).then((hasWorked) => setCopied(hasWorked ? text : null))}
      onBlur={() => setCopied(null)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
