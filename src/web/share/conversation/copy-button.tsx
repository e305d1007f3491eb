import { useState } from 'preact/hooks'
import { copyText } from '../../copy-text.js'
import { CheckIcon, CopyIcon } from '../appearance/icons.js'

/** Copies a text, and says so until the pointer or the focus leaves it. */
export function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      class="small-button"
      onClick={() => void copyText(text).then(setCopied)}
      onBlur={() => setCopied(false)}
      onPointerLeave={() => setCopied(false)}
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  )
}
