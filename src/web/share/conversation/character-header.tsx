import type { ComponentChildren } from 'preact'
import type { SharedCharacter } from '../../../contract/shares.js'
import { FirstViewIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { directionOf } from '../text-direction.js'
import { SaveButton } from './save-button.js'
import type { TranscriptLine } from './transcript.js'

export type Picture = { readonly path: string | null; readonly isOfFigure: boolean }

type HeaderProps = {
  readonly character: Pick<SharedCharacter, 'name' | 'tagline'>
  readonly picture: Picture
  readonly lines: readonly TranscriptLine[]
  /** Shows the figure, of which a narrow window shows a portrait. */
  readonly showFigure?: (() => void) | undefined
  /** What else can be switched. */
  readonly children?: ComponentChildren
}

/** Who the conversation is with, and what can be done with it. */
export function CharacterHeader({ character, picture, lines, showFigure, children }: HeaderProps) {
  const { name, tagline } = character
  const portrait = (
    <Portrait name={name} picture={picture.path} isOfFigure={picture.isOfFigure} class="medium" />
  )
  return (
    <header dir={directionOf(name)}>
      {portrait}
      {showFigure && (
        <button type="button" class="to-figure" aria-label={`Show ${name} in 3D`} onClick={showFigure}>
          {portrait}
          <FirstViewIcon />
        </button>
      )}
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
        {lines.length > 0 && <SaveButton name={name} lines={lines} class="tool save" />}
        <ThemeSwitch />
      </div>
    </header>
  )
}
