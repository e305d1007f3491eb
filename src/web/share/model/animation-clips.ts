/** What the character is seen to do. */
export type Gesture = 'idle' | 'talk' | 'wave'

const CLIP_NAME_PATTERNS: Readonly<Record<Gesture, RegExp>> = {
  idle: /idle|stand|breath/i,
  talk: /talk|speak/i,
  wave: /wave|waving|greet|hello/i,
}

/**
 * The clip for what is done, among those of a model that may be anyone's. A model with a single clip has it for
 * everything but a greeting; where there is none for talking, it idles on.
 */
export function findClip(doing: Gesture, names: readonly string[]): string | undefined {
  const found = names.find((name) => CLIP_NAME_PATTERNS[doing].test(name))
  if (found !== undefined || doing === 'wave') return found
  const only = names.length === 1 ? names[0] : undefined
  return doing === 'idle' ? only : findClip('idle', names)
}
