import { SaveIcon } from '../appearance/icons.js'
import { Portrait } from '../appearance/portrait.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import { directionOf } from '../text-direction.js'
import { saveTranscript } from './save-transcript.js'
import type { TranscriptLine } from './transcript.js'

type HeaderProps = {
  readonly name: string
  readonly tagline: string | null
  readonly picture: string | null
  readonly lines: readonly TranscriptLine[]
}

/** Who the conversation is with, and what can be done with it. */
export function CharacterHeader({ name, tagline, picture, lines }: HeaderProps) {
  return (
    <header dir={directionOf(name)}>
      <Portrait name={name} picture={picture} class="medium" />
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
      <button
        type="button"
        class="icon-button"
        aria-label="Save the conversation"
        title="Save the conversation"
        disabled={lines.length === 0}
        onClick={() => saveTranscript(name, lines)}
      >
        <SaveIcon />
      </button>
      <ThemeSwitch />
    </header>
  )
}
