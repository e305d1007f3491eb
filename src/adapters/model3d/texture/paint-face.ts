import type { FaceTraits, Traits } from '../description/traits.js'
import { type Colour, darker, lighter, lightness, toHex } from './colour.js'
import { createFacePlacer, type PlaceOnFace, paintEyes } from './paint-eyes.js'
import { filledRect } from './paint-materials.js'

/** The unrolled head, with the nose in the middle and the back of the head at both sides. */
export function paintFace(traits: Traits, width: number, height: number): string {
  const { skin, face, being } = traits
  const place = createFacePlacer(width, height)
  const shade = darker(skin, 0.16)
  const base = `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(skin)}"/><stop offset=".62" stop-color="${toHex(skin)}"/><stop offset=".86" stop-color="${toHex(shade)}"/></linearGradient>`
  const marks = [
    ...(being === 'robot'
      ? []
      : [blush(skin, place), muzzle(traits, place), ...(face.freckles ? [freckles(skin, place)] : [])]),
    ...(traits.beard?.style === 'stubble' ? [stubble(traits.beard.colour, place)] : []),
    ...(face.isOld ? [wrinkles(skin, place)] : []),
    mouth(traits, place),
    paintEyes(traits, place),
    ...(face.scar ? [scar(skin, place)] : []),
  ]
  return base + filledRect('url(#g)', width, height) + marks.join('')
}

function blush(skin: Colour, place: PlaceOnFace): string {
  const rosy: Colour = [Math.min(1, skin[0] * 1.04 + 0.04), skin[1] * 0.68, skin[2] * 0.66]
  const soft = `<radialGradient id="blush"><stop offset="0" stop-color="${toHex(rosy)}" stop-opacity=".62"/><stop offset="1" stop-color="${toHex(rosy)}" stop-opacity="0"/></radialGradient>`
  const cheek = '<ellipse rx="31" ry="24" fill="url(#blush)"/>'
  return soft + place([0.72, 1.94], cheek) + place([-0.72, 1.94], cheek)
}

function muzzle({ being, skin }: Traits, place: PlaceOnFace): string {
  if (being !== 'animal') return ''
  const pale = toHex(lighter(skin, 0.62))
  const nose = '<path d="M-11,-7 Q0,-11 11,-7 Q9,4 0,8 Q-9,4 -11,-7Z" fill="#33262a"/>'
  return place([0, 2.12], `<ellipse rx="62" ry="52" fill="${pale}"/>`) + place([0, 1.8], nose)
}

function freckles(skin: Colour, place: PlaceOnFace): string {
  const brown = toHex(darker(skin, 0.3))
  const dots = [
    [-16, -4],
    [-6, 4],
    [4, -5],
    [13, 3],
    [-12, 8],
    [8, 10],
    [20, -6],
    [-1, 12],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.3" fill="${brown}" fill-opacity=".65"/>`)
  return place([0.58, 1.84], dots.join('')) + place([-0.58, 1.84], dots.join(''), -1)
}

function stubble(colour: Colour, place: PlaceOnFace): string {
  const soft = `<radialGradient id="stubble"><stop offset=".45" stop-color="${toHex(colour)}" stop-opacity=".34"/><stop offset="1" stop-color="${toHex(colour)}" stop-opacity="0"/></radialGradient>`
  return soft + place([0, 2.35], '<ellipse rx="150" ry="74" fill="url(#stubble)"/>')
}

function wrinkles(skin: Colour, place: PlaceOnFace): string {
  const line = (d: string) =>
    `<path d="${d}" fill="none" stroke="${toHex(darker(skin, 0.26))}" stroke-width="2.6" stroke-linecap="round" stroke-opacity=".7"/>`
  const side = line('M0,0 q5,-5 12,-6') + line('M0,6 q6,0 13,2')
  const fold = line('M0,0 q9,10 8,24')
  const forehead = line('M-34,0 Q0,-8 34,0') + line('M-26,12 Q0,6 26,12')
  return [
    place([0.82, 1.66], side),
    place([-0.82, 1.66], side, -1),
    place([0.34, 1.92], fold),
    place([-0.34, 1.92], fold, -1),
    place([0, 1.12], forehead),
  ].join('')
}

const scar = (skin: Colour, place: PlaceOnFace): string => {
  const pale = toHex(lightness(skin) > 0.45 ? darker([0.78, 0.42, 0.4], 0.05) : lighter(skin, 0.3))
  return place(
    [-0.62, 2.02],
    `<g stroke="${pale}" stroke-linecap="round"><path d="M-10,-18 L10,18" stroke-width="4.5"/><path d="M-9,-4 L3,-10 M-2,6 L9,1" stroke-width="3"/></g>`,
  )
}

const LINES: Readonly<Record<FaceTraits['mouth'], string>> = {
  smile: 'M-25,-5 Q0,17 25,-5',
  grin: 'M-27,-7 Q0,-1 27,-7 Q22,25 0,25 Q-22,25 -27,-7Z',
  calm: 'M-19,1 Q0,6 19,1',
  crooked: 'M-22,5 Q6,13 27,-8',
  frown: 'M-21,7 Q0,-8 21,7',
}

function mouth({ face, skin, being }: Traits, place: PlaceOnFace): string {
  if (being === 'robot') return robotMouth(place)
  const ink = toHex(face.lips ?? darker([skin[0] * 0.72, skin[1] * 0.5, skin[2] * 0.5], 0.08))
  const open = face.mouth === 'grin'
  const teeth = open ? '<path d="M-22,-4.5 Q0,1 22,-4.5 L20,4 Q0,9 -20,4Z" fill="#fffaf4"/>' : ''
  const tongue = open ? '<ellipse cy="20" rx="11" ry="5.5" fill="#d8707a"/>' : ''
  const fill = open ? '#6a2630' : 'none'
  const line = `<path d="${LINES[face.mouth]}" fill="${fill}" stroke="${ink}" stroke-width="${face.lips === null ? 4.6 : 6}" stroke-linecap="round" stroke-linejoin="round"/>`
  return place([0, 2.1], `<g transform="scale(1.2)">${line + tongue + teeth}</g>`)
}

const robotMouth = (place: PlaceOnFace): string =>
  place(
    [0, 2.15],
    '<rect x="-38" y="-12" width="76" height="24" rx="9" fill="#262b33"/><path d="M-26,-12v24M-13,-12v24M0,-12v24M13,-12v24M26,-12v24" stroke="#7f8c99" stroke-width="3"/>',
  )
