import { faceShare } from '../body/head-surface.js'
import type { Traits } from '../description/traits.js'
import { type Colour, darker, lighter, lightness, toHex } from './colour.js'

/** The iris with its pupil and highlights, as seen from the front; it fills the region. */
export function paintIris(traits: Traits, width: number, height: number): string {
  const { face, being } = traits
  const scaled = (drawing: string): string =>
    `<g transform="translate(${width / 2} ${height / 2}) scale(${width / 100} ${height / 100})">${drawing}</g>`
  if (being === 'robot') {
    const light = glowColour(traits)
    return scaled(
      `<rect x="-50" y="-50" width="100" height="100" fill="#20252d"/><circle r="42" fill="${toHex(light)}"/><circle r="22" fill="${toHex(lighter(light, 0.65))}"/>`,
    )
  }
  const [iris, dark] = [face.eyes, darker(face.eyes, 0.55)]
  const shine = `<linearGradient id="iris" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(darker(iris, being === 'ghost' ? 0 : 0.34))}"/><stop offset="1" stop-color="${toHex(lighter(iris, 0.3))}"/></linearGradient>`
  const ring = `<rect x="-50" y="-50" width="100" height="100" fill="${toHex(dark)}"/><ellipse rx="46" ry="46" fill="url(#iris)"/>`
  const gleam =
    '<ellipse cx="16" cy="-20" rx="14" ry="12.5" fill="#fff"/><circle cx="-17" cy="22" r="7" fill="#fff" fill-opacity=".75"/>'
  return shine + scaled(ring + pupil(traits) + gleam)
}

/** Cats, foxes and dragons have slits. */
function pupil({ being, creature }: Traits): string {
  if (being === 'ghost') return ''
  const isSlit = being === 'dragon' || (creature?.ears === 'pointed' && creature.snout === 'short')
  return `<ellipse rx="${isSlit ? 12 : 26}" ry="${isSlit ? 36 : 27}" fill="#17121a"/>`
}

/** The light of a robot. */
export const glowColour = ({ face, top }: Traits): Colour => {
  if (face.glow !== null) return lighter(face.glow, lightness(face.glow) < 0.5 ? 0.22 : 0.1)
  return lightness(face.eyes) > 0.4 ? face.eyes : lighter(top.trim, 0.35)
}

/** Horizontal stretch of the face in the atlas compared with the head. */
const STRETCH = 1.28

/** Places a drawing centred on 0, 0 at an angle from the nose and a fall from the top; side -1 mirrors it. */
export type PlaceOnFace = (
  [angle, fall]: readonly [angle: number, fall: number],
  drawing: string,
  side?: 1 | -1,
) => string

export const createFacePlacer =
  (width: number, height: number): PlaceOnFace =>
  ([angle, fall], drawing, side = 1) => {
    const [x, y] = [faceShare(angle) * width, (fall / Math.PI) * height]
    return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${side * STRETCH} 1)">${drawing}</g>`
  }
