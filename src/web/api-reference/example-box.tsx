import { useState } from 'preact/hooks'
import { copyText } from '../copy-text.js'
import { Breakable } from './prose.js'

type Props = {
  readonly label: string
  readonly value: unknown
  /** A credential in the text, which is copied but not shown until asked for. */
  readonly secret?: string
}

/** A value as JSON, or a text, in a box that wraps, and scrolls by keyboard, with a button that copies it. */
export function ExampleBox({ label, value, secret = '' }: Props) {
  const [isShown, setShown] = useState(false)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const hasSecret = secret !== '' && text.includes(secret)
  return (
    <div class="example">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section class="example-text" tabIndex={0} aria-label={label}>
        <pre
          onCopy={(event) => {
            const selected = getSelection()?.toString() ?? ''
            if (!hasSecret || !selected.includes(HIDDEN)) return
            // What is pasted is to work, also where only a part was selected by hand.
            event.clipboardData?.setData('text/plain', selected.replaceAll(HIDDEN, secret))
            event.preventDefault()
          }}
        >
          <Breakable text={hasSecret && !isShown ? text.replaceAll(secret, HIDDEN) : text} />
        </pre>
      </section>
      <div class="example-tools">
        {hasSecret && (
          <button type="button" onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide key' : 'Show key'}
          </button>
        )}
        <CopyButton label={label} text={text} />
      </div>
    </div>
  )
}

/** Stands for a credential, for those who share their screen. */
const HIDDEN = '••••••••'

function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return (
    <button
      type="button"
      aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
      onClick={() => void copyText(text).then((hasWorked) => setCopied(hasWorked ? text : null))}
      onBlur={() => setCopied(null)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
