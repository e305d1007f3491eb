import type { Creature, Traits } from '../description/traits.js'
import { type Colour, darker, lighter, toHex } from './colour.js'
import type { PlaceOnFace } from './paint-eyes.js'
import { filledRect, verticalGradient } from './paint-materials.js'

/** Fur, feathers or scales of the body, with the creature's markings. */
export function paintFur({ skin, creature }: Traits, width: number, height: number): string {
  const base = verticalGradient('g', [
    [0, lighter(skin, 0.05)],
    [0.6, skin],
    [1, darker(skin, 0.1)],
  ])
  return base + filledRect('url(#g)', width, height) + markings(creature, skin, [width, height])
}

function markings(
  creature: Creature | null,
  skin: Colour,
  [width, height]: readonly [number, number],
): string {
  if (creature === null) return ''
  const dark = toHex(creature.dark)
  switch (creature.marking) {
    case 'plain':
    case 'mask':
      return ''
    case 'stripes':
      return rows(height, 40)
        .map(
          (y) =>
            `<path d="M0,${y} Q${width / 4},${y + 16} ${width / 2},${y + 4} T${width},${y}" fill="none" stroke="${dark}" stroke-width="11" stroke-opacity=".85"/>`,
        )
        .join('')
    case 'spots':
      return rows(height, 48)
        .flatMap((y, row) =>
          rows(width, 56).map(
            (x, column) =>
              `<ellipse cx="${x + (row % 2) * 24 + 8}" cy="${y + 14 + ((column * 7) % 9)}" rx="${9 + ((row + column) % 3) * 3}" ry="${8 + ((row * 2 + column) % 3) * 2}" fill="${dark}"/>`,
          ),
        )
        .join('')
    case 'scales':
      return scales(skin, [width, height])
  }
}

const rows = (length: number, step: number): number[] =>
  Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step)

function scales(skin: Colour, [width, height]: readonly [number, number]): string {
  const line = toHex(darker(skin, 0.24))
  const cells = rows(height, 16).flatMap((y, row) =>
    rows(width + 24, 24).map((x) => `M${x - (row % 2) * 12},${y} q12,18 24,0`),
  )
  return `<path d="${cells.join('')}" fill="none" stroke="${line}" stroke-width="2.6" stroke-opacity=".75"/>`
}

/** Markings of the head: stripes over the forehead, a mask around the eyes, spots, scales on the crown. */
export function paintMarkings(
  { creature, skin }: { creature: Creature; skin: Colour },
  place: PlaceOnFace,
): string {
  const dark = toHex(creature.dark)
  switch (creature.marking) {
    case 'plain':
      return creature.ears === 'tufts' ? faceDiscs(creature, place) : ''
    case 'stripes': {
      const stripe = (d: string) =>
        `<path d="${d}" stroke="${dark}" stroke-width="13" stroke-linecap="round" fill="none"/>`
      const forehead =
        stripe('M0,-60V24') + stripe('M-34,-56 Q-32,-14 -24,12') + stripe('M34,-56 Q32,-14 24,12')
      const cheek = stripe('M0,0 q24,-4 42,-14') + stripe('M-2,20 q24,2 44,-2')
      return place([0, 0.95], forehead) + place([0.98, 1.9], cheek) + place([-0.98, 1.9], cheek, -1)
    }
    case 'mask': {
      const patch = `<ellipse rx="46" ry="52" fill="${dark}"/>`
      return place([0.46, 1.66], patch) + place([-0.46, 1.66], patch)
    }
    case 'spots':
      if (creature.ears === 'tufts') return faceDiscs(creature, place)
      return [
        [0.42, 1.6, 44],
        [-1.2, 1.1, 26],
        [1.5, 2.1, 22],
        [-0.5, 0.7, 20],
        [-1.9, 1.9, 26],
        [2.4, 1.2, 30],
      ]
        .map(([angle = 0, fall = 0, size = 0]) =>
          place([angle, fall], `<ellipse rx="${size}" ry="${size * 1.15}" fill="${dark}"/>`),
        )
        .join('')
    case 'scales': {
      const line = toHex(darker(skin, 0.2))
      const scale = (x: number, y: number) => `M${x},${y} q11,15 22,0`
      const cells = rows(16, 1).flatMap((column) =>
        rows(5, 1).map((row) => scale((column - 8) * 22 + (row % 2) * 11, row * 15)),
      )
      return place(
        [0, 0.4],
        `<path d="${cells.join('')}" fill="none" stroke="${line}" stroke-width="3" stroke-opacity=".7"/>`,
      )
    }
  }
}

/** The pale rings around an owl's eyes. */
function faceDiscs({ pale }: Creature, place: PlaceOnFace): string {
  const disc = `<ellipse rx="62" ry="70" fill="${toHex(pale)}"/>`
  return place([0.42, 1.66], disc) + place([-0.42, 1.66], disc)
}
