import type { ImageFeatures, PictureKind } from './image-features.js'

const KINDS: Readonly<Record<PictureKind, string>> = {
  plain: 'an even surface of one colour',
  gradient: 'a soft gradient without edges',
  drawing: 'a drawing with flat areas and clear edges',
  photograph: 'a photograph, or something painted as finely',
  noise: 'a texture of noise',
}

/** Describes an image's features in sentences: colours, brightness, layout. */
export function describeFeatures(look: ImageFeatures): string {
  const { kind, shape, places } = look
  return [
    `The picture is ${shape}: ${KINDS[kind]}.`,
    `Its colours are ${colours(look)}.`,
    `It is ${brightnessWord(look)} with ${contrast(look)} contrast, and its colours are ${warmthWord(look)}.`,
    ...(kind === 'plain' ? [] : [layout(look)]),
    `In the centre it is ${places.centre}.`,
  ].join(' ')
}

const colours = ({ palette }: ImageFeatures): string =>
  joinWithAnd(palette.map(({ name, share }) => `${name} (${Math.round(100 * share)} %)`))

export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export function brightnessWord({ brightness }: ImageFeatures): string {
  if (brightness < 0.15) return 'very dark'
  if (brightness < 0.38) return 'dark'
  if (brightness < 0.62) return 'evenly lit'
  return brightness < 0.85 ? 'bright' : 'very bright'
}

function contrast({ contrast: value }: ImageFeatures): string {
  if (value < 0.05) return 'hardly any'
  if (value < 0.3) return 'little'
  return value < 0.6 ? 'clear' : 'strong'
}

export function warmthWord({ warmth: value }: ImageFeatures): string {
  if (value > 0.12) return 'warm'
  return value < -0.12 ? 'cool' : 'neither warm nor cool'
}

function layout({ places, busiest, brightest, isMirrored }: ImageFeatures): string {
  const above = `${places.top} above, ${places.bottom} below, ${places.left} at the left, ${places.right} at the right`
  const sides = isMirrored ? '; both sides mirror each other' : ''
  return `It has ${above}${sides}; most happens in the ${busiest}, most light is in the ${brightest}.`
}
