import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { CheckIcon, SaveIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { directionOf } from '../text-direction.js'
import { saveTranscript } from './save-transcript.js'
import type { TranscriptLine } from './transcript.js'

export type Picture = { readonly path: string | null; readonly isOfFigure: boolean }

type HeaderProps = {
  readonly name: string
  readonly tagline: string | null
  readonly picture: Picture
  readonly lines: readonly TranscriptLine[]
  /** What else can be switched. */
  readonly children?: ComponentChildren
}

/** Saves the conversation, and says so until the pointer or the focus leaves it. */
function SaveButton({ name, lines }: Pick<HeaderProps, 'name' | 'lines'>) {
  const [isSaved, setSaved] = useState(false)
  const save = () => {
    saveTranscript(name, lines)
    setSaved(true)
  }
  return (
    <button
      type="button"
      class="tool"
      aria-label={isSaved ? 'Saved' : 'Save the conversation'}
      title="Save the conversation"
      onClick={save}
      onBlur={() => setSaved(false)}
      onPointerLeave={() => setSaved(false)}
    >
      {isSaved ? <CheckIcon /> : <SaveIcon />}
      <span class="word">{isSaved ? 'Saved' : 'Save'}</span>
    </button>
  )
}

/** Who the conversation is with, and what can be done with it. */
export function CharacterHeader({ name, tagline, picture, lines, children }: HeaderProps) {
  return (
    <header dir={directionOf(name)}>
      <Portrait name={name} picture={picture.path} isOfFigure={picture.isOfFigure} class="medium" />
      <div class="who">
        <h1 dir="auto" title={name}>
          {name}
        </h1>
        {tagline !== null && (
          <p dir="auto" title={tagline}>
            {tagline}
          </p>
        )}
      </div>
      <div class="tools">
        {children}
        {lines.length > 0 && <SaveButton name={name} lines={lines} />}
        <ThemeSwitch />
      </div>
    </header>
  )
}
