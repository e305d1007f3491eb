/** What a figure does: the clip that it repeats, null if it stands in its rest pose. */
export type Movement = { readonly clip: string | null; readonly isPaused: boolean }

/** Clips by the names that figures built here give them: as a choice, and as what the figure does. */
const CLIPS: Readonly<Record<string, readonly [choice: string, doing: string]>> = {
  idle: ['Stand', 'standing, breathing'],
  walk: ['Walk', 'walking'],
  wave: ['Wave', 'waving'],
  talk: ['Gesture', 'gesturing'],
}

/** A clip in plain words, or the name that its file gives it. */
export const plainClip = (clip: string | null): string =>
  clip === null ? 'Rest pose' : (wordsOf(clip)?.[0] ?? clip)

/** These say nothing that speaking does not say. */
const BENEATH_SPEECH: ReadonlySet<string> = new Set(['idle', 'talk'])

type Doing = Movement & {
  /** Whether the model has any clips. */
  readonly hasClips: boolean
  readonly isSpeaking: boolean
  /** Whether a moment of what is said is held. */
  readonly isHeld?: boolean
  /** The clip that is shown now, which may be one between the others. */
  readonly shown: string | null
}

/** What the figure does, in some words. */
export function statusText({ hasClips, clip, isPaused, isSpeaking, isHeld = false, shown }: Doing): string {
  if (isSpeaking || isHeld) {
    const also = isPaused || shown === null || BENEATH_SPEECH.has(shown) ? '' : ` and ${doingOf(shown)}`
    return `${isHeld ? 'Paused: speaking' : 'Speaking'}${also}`
  }
  if (!hasClips) return 'No movements'
  if (clip === null) return 'Rest pose'
  const doing = doingOf(clip)
  return isPaused ? `Paused: ${doing}` : `${doing.charAt(0).toUpperCase()}${doing.slice(1)}`
}

const wordsOf = (clip: string) => (Object.hasOwn(CLIPS, clip) ? CLIPS[clip] : undefined)
const doingOf = (clip: string): string => wordsOf(clip)?.[1] ?? `playing “${clip}”`
