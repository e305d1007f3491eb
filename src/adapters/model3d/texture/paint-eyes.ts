import { faceShare } from '../body/head-surface.js'
import type { Traits } from '../description/traits.js'
import { type Colour, darker, lighter, lightness, toHex } from './colour.js'

/** Position of the eyes in radians: from the nose, and from the top of the head. */
export const EYE_ANGLE = 0.43
export const EYE_FALL = 1.63

export function paintEyes(traits: Traits, place: PlaceOnFace): string {
  const draw = traits.being === 'robot' ? paintLamp(traits) : paintEye(traits)
  const brow = traits.being === 'robot' ? '' : paintBrow(traits)
  const height = EYE_FALL - (traits.face.brow === 'stern' ? 0.25 : 0.31)
  return [
    place([EYE_ANGLE, EYE_FALL], draw),
    place([-EYE_ANGLE, EYE_FALL], draw, -1),
    place([EYE_ANGLE + 0.02, height], brow),
    place([-EYE_ANGLE - 0.02, height], brow, -1),
    // Light comes from one side, so the highlight is not mirrored.
    ...(traits.being === 'robot'
      ? []
      : [place([EYE_ANGLE, EYE_FALL], GLEAM), place([-EYE_ANGLE, EYE_FALL], GLEAM)]),
  ].join('')
}

const GLEAM =
  '<ellipse cx="6" cy="-10" rx="5.6" ry="6.4" fill="#fff"/><circle cx="-6" cy="11" r="3" fill="#fff" fill-opacity=".75"/>'

/** The left eye, with its outer corner on the right. */
function paintEye({ face, skin }: Traits): string {
  const [iris, dark] = [face.eyes, darker(face.eyes, 0.55)]
  const ink = toHex(lightness(skin) < 0.4 ? [0.07, 0.04, 0.05] : darker(face.brows, 0.55))
  const shine = `<linearGradient id="iris" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(dark)}"/><stop offset="1" stop-color="${toHex(lighter(iris, 0.28))}"/></linearGradient>`
  const lashes = face.lashes
    ? `<path d="M19,-17 q8,-1 12,-7 M22,-9 q8,1 12,-3" stroke="${ink}" stroke-width="4" fill="none" stroke-linecap="round"/>`
    : ''
  return `${shine}<ellipse rx="22.5" ry="28" fill="#fdfbf8"/>
    <path d="M-23,-9 Q0,-30 23,-9 Q20,-28 0,-29 Q-20,-28 -23,-9Z" fill="#9a90a0" fill-opacity=".35"/>
    <ellipse cx="-1" cy="0" rx="18.5" ry="25" fill="url(#iris)" stroke="${toHex(dark)}" stroke-width="2"/>
    <ellipse cx="-1" cy="1" rx="10.5" ry="14" fill="#17121a"/>
    <path d="M-25,-8 Q-19,-30 2,-30 Q21,-29 26,-7" fill="none" stroke="${ink}" stroke-width="${face.lashes ? 6.4 : 5}" stroke-linecap="round"/>
    <path d="M-14,27 Q2,32 16,25" fill="none" stroke="${toHex(darker(skin, 0.3))}" stroke-width="2.4" stroke-linecap="round"/>${lashes}`
}

function paintBrow({ face }: Traits): string {
  const width = { plain: 6.4, heavy: 12.5, stern: 8.5 }[face.brow]
  const line = face.brow === 'stern' ? 'M-25,9 Q-4,-1 27,-5' : 'M-24,4 Q0,-11 27,2'
  return `<path d="${line}" fill="none" stroke="${toHex(face.brows)}" stroke-width="${width}" stroke-linecap="round"/>`
}

/** A robot's eye. */
function paintLamp({ face, top }: Traits): string {
  const light: Colour = lightness(face.eyes) > 0.4 ? face.eyes : lighter(top.trim, 0.35)
  return `<rect x="-27" y="-27" width="54" height="54" rx="22" fill="#20252d"/><circle r="18" fill="${toHex(light)}"/><circle r="10" fill="${toHex(lighter(light, 0.6))}"/><ellipse cx="6" cy="-9" rx="5" ry="4" fill="#fff"/>`
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
