import { accentOfHue, hueOfName, hueOfPixels } from './accent.js'

/** Colours the page after the character: at once after the name, and after the picture when that has loaded. */
export function applyAccentOfName(name: string): void {
  applyAccent(hueOfName(name))
}

/**
 * Changes nothing if the picture is grey, or may not be read because it is from elsewhere. Returns what stops it while
 * the picture is loading.
 */
export function applyAccentOfPicture(path: string): () => void {
  const picture = new Image()
  picture.onload = () => {
    const hue = hueOfPicture(picture)
    if (hue !== undefined) applyAccent(hue)
  }
  picture.src = path
  return () => {
    picture.onload = null
  }
}

function applyAccent(hue: number): void {
  const { light, onLight, dark, onDark } = accentOfHue(hue)
  const { style } = document.documentElement
  style.setProperty('--accent', `light-dark(${light}, ${dark})`)
  style.setProperty('--on-accent', `light-dark(${onLight}, ${onDark})`)
}

/** Enough to find the colour, and quickly read. */
const SIDE = 32

function hueOfPicture(picture: HTMLImageElement): number | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  try {
    context?.drawImage(picture, 0, 0, SIDE, SIDE)
    const pixels = context?.getImageData(0, 0, SIDE, SIDE).data
    return pixels === undefined ? undefined : hueOfPixels(pixels)
  } catch {
    return undefined
  }
}
