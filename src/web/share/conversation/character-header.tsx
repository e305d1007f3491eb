import type { ComponentChildren } from 'preact'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { directionOf } from '../text-direction.js'
import { SaveButton } from './save-button.js'
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
        {lines.length > 0 && <SaveButton name={name} lines={lines} class="tool" />}
        <ThemeSwitch />
      </div>
    </header>
  )
}
