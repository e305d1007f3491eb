import { useState } from 'preact/hooks'
import { CheckIcon, SaveIcon } from '../appearance/icons.js'
import type { TranscriptLine } from './transcript.js'
import { transcriptFileName, transcriptText } from './transcript-file.js'

type SaveButtonProps = {
  readonly name: string
  readonly lines: readonly TranscriptLine[]
  readonly class: string
  /** Whether there is room to say what is saved, and where. */
  readonly isWide?: boolean
}

const SAVE = 'Save the conversation'

/** Saves the conversation, and says so until the pointer or the focus leaves it. */
export function SaveButton({ name, lines, class: kind, isWide = false }: SaveButtonProps) {
  const [isSaved, setSaved] = useState(false)
  const file = transcriptFileName(name)
  const label = isSaved ? 'Saved' : SAVE
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={label}
        title={SAVE}
        onClick={() => {
          saveText(file, transcriptText(name, lines))
          setSaved(true)
        }}
        onBlur={() => setSaved(false)}
        // With other words the wide one has another width, and may no longer be below the pointer.
        onPointerLeave={() => setSaved(isWide && isSaved)}
      >
        {isSaved ? <CheckIcon /> : <SaveIcon />}
        {isWide ? label : <span class="word">{isSaved ? label : 'Save'}</span>}
      </button>
      {isWide && (
        <p class={isSaved ? '' : 'unseen'} role="status">
          {isSaved && `Saved as ${file}`}
        </p>
      )}
    </>
  )
}

function saveText(file: string, text: string): void {
  const link = document.createElement('a')
  // The mark tells programs that guess that it is UTF-8.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/plain;charset=utf-8' }))
  link.download = file
  link.click()
  URL.revokeObjectURL(link.href)
}
