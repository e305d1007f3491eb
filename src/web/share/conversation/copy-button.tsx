import { useState } from 'preact/hooks'
import { copyText } from '../../copy-text.js'
import { CheckIcon, CopyIcon } from '../appearance/icons.js'

type CopyButtonProps = {
  readonly text: string
  /** What it copies, for those who do not see where it stands. */
  readonly what?: string | null
  /** Whether Tab stops there. */
  readonly isStop?: boolean
}

/** Copies a text, and says so until the pointer or the focus leaves it. */
export function CopyButton({ text, what, isStop = true }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      class="small-button copy"
      tabIndex={isStop ? 0 : -1}
      onClick={() => void copyText(text).then(setCopied)}
      onBlur={() => setCopied(false)}
      onPointerLeave={() => setCopied(false)}
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      {isCopied ? 'Copied' : 'Copy'}
      {what && <span class="unseen"> {what}</span>}
    </button>
  )
}
