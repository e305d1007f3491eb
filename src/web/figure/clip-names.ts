/** What the character's model shows. */
export type Gesture = 'idle' | 'talk' | 'wave'

const CLIP_NAME_PATTERNS: Readonly<Record<Gesture, RegExp>> = {
  idle: /idle|stand|breath/i,
  talk: /talk|speak/i,
  wave: /wave|waving|greet|hello/i,
}

/**
 * Finds the clip of a gesture by its name; models come from many authors. A single clip serves for everything except a
 * wave, and without a clip for talking the model stays idle.
 */
export function findClip(gesture: Gesture, names: readonly string[]): string | undefined {
  const found = names.find((name) => CLIP_NAME_PATTERNS[gesture].test(name))
  if (found !== undefined || gesture === 'wave') return found
  const only = names.length === 1 ? names[0] : undefined
  return gesture === 'idle' ? only : findClip('idle', names)
}

/** Finds the clip of a character's action: `wave_hand` waves, `walk` walks; undefined when no clip is meant. */
export function findActionClip(action: string, names: readonly string[]): string | undefined {
  const words = action
    .slice(0, ACTION_CHARACTERS_MAX)
    .toLowerCase()
    .split(/[^a-z]/)
  const named = names.find((name) => name !== '' && words.includes(name.toLowerCase()))
  return named ?? (CLIP_NAME_PATTERNS.wave.test(action) ? findClip('wave', names) : undefined)
}

const ACTION_CHARACTERS_MAX = 100
