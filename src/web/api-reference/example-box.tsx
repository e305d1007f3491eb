import { useState } from 'preact/hooks'
import { copyText } from '../copy-text.js'
import { Breakable } from './prose.js'

type Props = {
  readonly label: string
  readonly value: unknown
  /** A credential in the text, which is copied but not shown until asked for. */
  readonly secret?: string
  /** Of what is read line by line nothing is hidden. */
  readonly isWhole?: boolean
}

/** So many rows are shown of a long text, as the style has it. */
const MOST = 19
/** Fewer hidden lines are not worth a press. */
const LEAST_HIDDEN = 8

/** A value as JSON, or a text, in a box that wraps and ends where the rest can be opened, with a button that copies it. */
export function ExampleBox({ label, value, secret = '', isWhole = false }: Props) {
  const [isShown, setShown] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  const hasSecret = secret !== '' && text.includes(secret)
  const lines = text.split('\n')
  const isLong = !isWhole && heightOf(lines) >= MOST + LEAST_HIDDEN
  const isCut = isLong && !isOpen
  return (
    <div class="example">
      <section class={isCut ? 'example-text cut' : 'example-text'} aria-label={label}>
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
      {isLong && (
        <button type="button" class="inline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all${lines.length > 1 ? ` ${lines.length} lines` : ''}`}
        </button>
      )}
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

/** About so many characters stand in a row where there is little room. */
const ROW = 60

/** In rows, of which a long line takes several. */
const heightOf = (lines: readonly string[]): number =>
  lines.reduce((rows, { length }) => rows + Math.max(1, Math.ceil(length / ROW)), 0)

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
