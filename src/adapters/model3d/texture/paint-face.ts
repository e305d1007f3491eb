import type { Traits } from '../description/traits.js'
import { type Colour, darker, lighter, lightness, toHex } from './colour.js'
import { createFacePlacer, type PlaceOnFace } from './paint-eyes.js'
import { paintMarkings } from './paint-fur.js'
import { filledRect } from './paint-materials.js'

/** The unrolled head, with the nose in the middle and the back of the head at both sides. */
export function paintFace(traits: Traits, width: number, height: number): string {
  const { skin, face, being, creature } = traits
  const place = createFacePlacer(width, height)
  const shade = darker(skin, 0.16)
  const base = `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${toHex(skin)}"/><stop offset=".62" stop-color="${toHex(skin)}"/><stop offset=".86" stop-color="${toHex(shade)}"/></linearGradient>`
  const hasCheeks = being !== 'robot' && creature === null
  const marks = [
    ...(being === 'robot' ? [facePlate(skin, place)] : []),
    ...(creature === null ? [] : [paintMarkings({ creature, skin }, place)]),
    ...(hasCheeks ? [blush(skin, place), ...(face.freckles ? [freckles(skin, place)] : [])] : []),
    ...(traits.beard?.style === 'stubble' ? [stubble(traits.beard.colour, place)] : []),
    ...(face.isOld && hasCheeks ? [wrinkles(skin, place)] : []),
    ...(face.scar ? [scar(skin, place)] : []),
  ]
  return base + filledRect('url(#g)', width, height) + marks.join('')
}

/** The seam and the rivets of a face of metal, by which copper is not taken for brown skin. */
function facePlate(skin: Colour, place: PlaceOnFace): string {
  const [seam, shine] = [toHex(darker(skin, 0.45)), toHex(lighter(skin, 0.55))]
  const rivets = [-1, 1].flatMap((x) =>
    [-1, 0, 1].map(
      (y) =>
        `<g transform="translate(${x * 84} ${y * 70})"><circle r="8" fill="${seam}"/><circle r="6" fill="${toHex(skin)}"/><circle cx="-2" cy="-2" r="2.5" fill="${shine}"/></g>`,
    ),
  )
  const plate = `<rect x="-100" y="-90" width="200" height="180" rx="34" fill="${shine}" fill-opacity=".22" stroke="${seam}" stroke-width="5"/>`
  const gleam = `<path d="M-78,-84 L-30,-84 L-74,84 L-90,84 Z" fill="${shine}" fill-opacity=".35"/>`
  return place([0, 1.84], plate + gleam + rivets.join(''))
}

function blush(skin: Colour, place: PlaceOnFace): string {
  const rosy: Colour = [Math.min(1, skin[0] * 1.04 + 0.04), skin[1] * 0.68, skin[2] * 0.66]
  const soft = `<radialGradient id="blush"><stop offset="0" stop-color="${toHex(rosy)}" stop-opacity=".62"/><stop offset="1" stop-color="${toHex(rosy)}" stop-opacity="0"/></radialGradient>`
  const cheek = '<ellipse rx="31" ry="24" fill="url(#blush)"/>'
  return soft + place([0.72, 1.94], cheek) + place([-0.72, 1.94], cheek)
}

function freckles(skin: Colour, place: PlaceOnFace): string {
  const brown = toHex(darker(skin, 0.3))
  const dots = [
    [-24, -6],
    [-10, 3],
    [4, -9],
    [16, 2],
    [-19, 12],
    [8, 15],
    [27, -8],
    [-3, 20],
  ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.6" fill="${brown}" fill-opacity=".85"/>`)
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
    `<g stroke="${pale}" stroke-linecap="round"><path d="M-15,-27 L15,27" stroke-width="6.5"/><path d="M-15,-8 L5,-16 M-5,12 L15,4" stroke-width="4.5"/></g>`,
  )
}
