/** What a figure does: the clip that it repeats, null if it stands still. */
export type Movement = { readonly clip: string | null; readonly isPaused: boolean }

/** Clips by the names that figures built here give them, as what the figure does. */
const DOINGS: Readonly<Record<string, string>> = {
  idle: 'stands and breathes',
  walk: 'walks',
  wave: 'waves',
  talk: 'talks with its hands',
}

/** These say nothing that speaking does not say. */
const BENEATH_SPEECH: ReadonlySet<string> = new Set(['idle', 'talk'])

type Doing = Movement & {
  /** Whether the model has any clips. */
  readonly hasClips: boolean
  readonly isSpeaking: boolean
  /** The clip that is shown now, which may be one between the others. */
  readonly shown: string | null
}

/** What the figure does, in a sentence. */
export function statusText({ hasClips, clip, isPaused, isSpeaking, shown }: Doing): string {
  if (isSpeaking) {
    const also = isPaused || shown === null || BENEATH_SPEECH.has(shown) ? '' : ` and ${doingOf(shown)}`
    return `It speaks${also}.`
  }
  if (!hasClips) return 'It has no movements.'
  if (clip === null) return 'It stands still.'
  return isPaused ? `Paused: ${clip}` : `It ${doingOf(clip)}.`
}

const doingOf = (clip: string): string =>
  (Object.hasOwn(DOINGS, clip) ? DOINGS[clip] : undefined) ?? `plays “${clip}”`
