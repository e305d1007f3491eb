import type { Top, Traits } from '../description/traits.js'
import type { Vec3 } from '../geometry/vector.js'
import { type Colour, darker, lighter, lightness, toHex } from './colour.js'
import { paintFur } from './paint-fur.js'
import { filledRect, verticalGradient } from './paint-materials.js'

type Cloth = Pick<Top, 'colour' | 'pattern' | 'stripe'>

/** Cloth with soft folds, darker towards the bottom. */
export function paintCloth(cloth: Cloth, width: number, height: number): string {
  return shaded(cloth, [0.06, 0, 0.16], [width, height])
}

/** Lighter at the top, and darker at the bottom, by these shares. */
function shaded(
  cloth: Cloth,
  [above, middle, below]: Vec3,
  [width, height]: readonly [number, number],
): string {
  const { colour } = cloth
  const base = verticalGradient('g', [
    [0, lighter(colour, above)],
    [0.55, darker(colour, middle)],
    [1, darker(colour, below)],
  ])
  return base + filledRect('url(#g)', width, height) + patternOf(cloth, width, height)
}

function patternOf({ colour, pattern, stripe }: Cloth, width: number, height: number): string {
  const other = toHex(stripe ?? (lightness(colour) > 0.5 ? darker(colour, 0.35) : lighter(colour, 0.55)))
  const rows = Math.round(height / 32)
  const step = height / rows
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `<rect y="${((row + 0.25) * step).toFixed(1)}" width="${width}" height="${(step * 0.42).toFixed(1)}" fill="${other}" fill-opacity=".85"/>`,
  )
  switch (pattern) {
    case 'plain':
      return ''
    case 'stripes':
      return lines.join('')
    case 'dots':
      return dots({ width, height, step, other })
    case 'checks':
      return `${lines.join('').replaceAll('.85', '.4')}${Array.from({ length: Math.round(width / 32) }, (_, column) => `<rect x="${column * 32 + 8}" width="13" height="${height}" fill="${other}" fill-opacity=".4"/>`).join('')}`
  }
}

function dots({
  width,
  height,
  step,
  other,
}: Record<'width' | 'height' | 'step', number> & { other: string }): string {
  const columns = Math.round(width / 32)
  const wide = width / columns
  return Array.from({ length: columns * Math.round(height / step) }, (_, at) => {
    const row = Math.floor(at / columns)
    const x = ((at % columns) + (row % 2 === 0 ? 0.25 : 0.75)) * wide
    return `<circle cx="${x.toFixed(1)}" cy="${((row + 0.5) * step).toFixed(1)}" r="6.5" fill="${other}"/>`
  }).join('')
}

export function paintSkirt(traits: Traits, width: number, height: number): string {
  const { colour, trim, kind, front } = traits.top
  const hem =
    kind === 'armour' || HANGING.has(kind)
      ? ''
      : `<rect y="${height * 0.9}" width="${width}" height="${height * 0.065}" fill="${toHex(trim)}"/>`
  const plates =
    kind === 'armour'
      ? Array.from(
          { length: 12 },
          (_, at) =>
            `<rect x="${(at * width) / 12}" width="3" height="${height}" fill="${toHex(darker(colour, 0.35))}"/>`,
        ).join('')
      : ''
  // At the waist it has the colour of the torso there.
  const cloth = shaded(traits.top, [0, 0.06, 0.16], [width, height])
  return cloth + hem + plates + (front === 'rainproof' ? coatTails(traits.top, width, height) : '')
}

/** Tops that hang below the waist without a hem of another colour. */
const HANGING: ReadonlySet<Top['kind']> = new Set(['coat', 'jacket', 'suit', 'jumper'])

/** The unrolled torso, with the front in the middle and the neck at the top. */
export function paintTorso(traits: Traits, width: number, height: number): string {
  const middle = width / 2
  const ground =
    traits.top.kind === 'bare' && traits.creature !== null
      ? paintFur(traits, width, height)
      : paintCloth(
          traits.top.kind === 'overalls' ? { ...traits.top, pattern: 'plain' } : traits.top,
          width,
          height,
        )
  return ground + front(traits, middle, height)
}

function front(traits: Traits, x: number, height: number): string {
  const { top, bottom } = traits
  const [trim, dark] = [toHex(top.trim), toHex(darker(top.colour, 0.3))]
  switch (top.kind) {
    case 'shirt':
      return (
        placket(x, dark) +
        buttons({ x, from: 60, to: 205, count: 4, colour: toHex(lighter(top.colour, 0.6)) }) +
        below(bottom.colour, x, height)
      )
    case 'jumper':
      return `${ribs(dark, x, 192)}<path d="M0,118H${2 * x}" stroke="${trim}" stroke-width="15"/>${below(bottom.colour, x, height)}`
    case 'jacket':
      return jacketFront(top, x) + below(bottom.colour, x, height)
    case 'coat':
      if (top.front === 'rainproof') return closed(top, x, height)
      return tailored(top, x) + below(bottom.colour, x, height)
    case 'suit':
      return tailored(top, x) + below(bottom.colour, x, height)
    case 'waistcoat':
      return `${flank(top.under, x)}${open(top, x)}${buttons({ x, from: 124, to: 192, count: 4, colour: trim })}${below(bottom.colour, x, height)}`
    case 'overalls':
      return bib(top, x)
    case 'tunic':
    case 'dress':
      return `${neckline(x, trim)}<path d="M0,60H${2 * x}" stroke="${dark}" stroke-width="0"/>`
    case 'robe':
      return wrapped(top, x)
    case 'bare':
      return belly(traits, x)
    case 'plating':
      return panel({ x, trim, dark, plate: toHex(top.under) })
    case 'spacesuit':
      return suitFront(x, trim, dark)
    case 'armour':
      return plates({ x, trim, dark, bright: toHex(lighter(top.colour, 0.4)) })
  }
}

/** The trousers below the hem of a short top. */
const below = (colour: Colour, x: number, height: number): string =>
  `<rect y="206" width="${2 * x}" height="${height}" fill="${toHex(colour)}"/>`

/** The pale front of a creature; that of a dragon has plates. */
function belly({ creature, being }: Traits, x: number): string {
  if (creature === null) return ''
  const shape = `<path d="M${x - 46},0 Q${x - 84},150 ${x - 40},320 H${x + 40} Q${x + 84},150 ${x + 46},0Z" fill="${toHex(creature.pale)}"/>`
  if (being !== 'dragon') return shape
  const bands = [30, 66, 102, 138, 174, 210].map(
    (y) =>
      `<path d="M${x - 70},${y} Q${x},${y + 16} ${x + 70},${y}" fill="none" stroke="${toHex(darker(creature.pale, 0.22))}" stroke-width="4"/>`,
  )
  return shape + bands.join('')
}

/** Seams and a stripe over the chest; the panel itself is a part. */
const suitFront = (x: number, trim: string, dark: string): string =>
  `<path d="M0,34H${2 * x}" stroke="${trim}" stroke-width="12"/><path d="M0,196H${2 * x}" stroke="${trim}" stroke-width="14"/><path d="M${x},0V320" stroke="${dark}" stroke-width="2.5" stroke-opacity=".4"/>`

const placket = (x: number, dark: string): string =>
  `<path d="M${x - 30},0 L${x},44 L${x + 30},0" fill="none" stroke="${dark}" stroke-width="5"/><path d="M${x},44V206" stroke="${dark}" stroke-width="3"/>`

function buttons({
  x,
  from,
  to,
  count,
  colour,
}: {
  x: number
  from: number
  to: number
  count: number
  colour: string
}): string {
  return Array.from({ length: count }, (_, at) => {
    const y = from + ((to - from) * at) / (count - 1)
    return `<circle cx="${x}" cy="${y.toFixed(1)}" r="5.2" fill="${colour}" stroke="#00000055" stroke-width="1.5"/>`
  }).join('')
}

const ribs = (dark: string, x: number, y: number): string =>
  Array.from(
    { length: Math.round(x / 4) },
    (_, at) => `<path d="M${at * 8},${y}v16" stroke="${dark}" stroke-width="2.5" stroke-opacity=".6"/>`,
  ).join('')

function jacketFront(top: Top, x: number): string {
  const [edge, light] = [toHex(darker(top.colour, 0.34)), toHex(lighter(top.colour, 0.45))]
  const zip = (d: string) =>
    `<path d="${d}" fill="none" stroke="#c9ced6" stroke-width="5" stroke-dasharray="4 2"/>`
  switch (top.front) {
    case 'tailored':
      return tailored(top, x)
    case 'rainproof':
      return closed(top, x, 206)
    case 'hooded':
      return `${zip(`M${x},20V206`)}<path d="M${x - 18},14v62M${x + 18},14v62" stroke="#f2efe8" stroke-width="5"/><path d="M${x - 40},196 L${x - 54},160 L${x - 34},136 H${x + 34} L${x + 54},160 L${x + 40},196Z" fill="none" stroke="${edge}" stroke-width="4"/>`
    case 'zipped':
      return `<path d="M${x - 34},0 L${x + 6},40 L${x + 34},0Z" fill="${toHex(top.under)}"/><path d="M${x - 34},0 L${x + 6},40 L${x - 44},58Z M${x + 34},0 L${x + 6},40 L${x + 48},50Z" fill="${toHex(lighter(top.colour, 0.16))}" stroke="${edge}" stroke-width="2"/>${zip(`M${x + 6},40 L${x - 6},206`)}${zip(`M${x + 34},150 l26,-14`)}${zip(`M${x - 40},150 l-26,-14`)}<path d="M${x - 76},70q30,14 0,100M${x + 76},70q-30,14 0,100" fill="none" stroke="${light}" stroke-width="9" stroke-opacity=".35"/>`
    case 'knitted':
      return `<path d="M${x - 22},0 L${x},132 L${x + 22},0Z" fill="${toHex(top.under)}"/>${ribs(edge, x, 186)}<path d="M${x - 22},0 L${x},132 V206 M${x + 22},0 L${x},132" fill="none" stroke="${light}" stroke-width="8"/>${buttons({ x, from: 140, to: 196, count: 4, colour: edge })}`
  }
}

const tailored = (top: Top, x: number): string =>
  open(top, x) + buttons({ x: x + 9, from: 132, to: 190, count: 3, colour: toHex(top.trim) })

/** Half the width of a raincoat's flap, as a share of the way around. */
const FLAP = 0.04

/** A flap over the fastening from the neck down, with snap buttons. */
function closed({ colour, trim }: Top, x: number, height: number): string {
  const half = FLAP * 2 * x
  return flap({ colour, x, half, height }) + buttons({ x, from: 34, to: 168, count: 4, colour: toHex(trim) })
}

/** The same flap below the waist, with a button and two pockets. */
function coatTails({ colour, trim }: Top, width: number, height: number): string {
  const x = width / 2
  const half = FLAP * width
  const edge = toHex(darker(colour, 0.34))
  const pocket = (left: number) =>
    `<rect x="${left}" y="34" width="44" height="48" rx="5" fill="none" stroke="${edge}" stroke-width="2.5"/><rect x="${left - 2}" y="30" width="48" height="15" rx="4" fill="${toHex(lighter(colour, 0.08))}" stroke="${edge}" stroke-width="2.5"/>`
  const button = `<circle cx="${x}" cy="26" r="5" fill="${toHex(trim)}" stroke="#00000055" stroke-width="1.5"/>`
  return flap({ colour, x, half, height }) + button + pocket(x - 84) + pocket(x + 40)
}

const flap = ({
  colour,
  x,
  half,
  height,
}: Record<'x' | 'half' | 'height', number> & { colour: Colour }): string =>
  `<rect x="${x - half}" width="${2 * half}" height="${height}" fill="${toHex(lighter(colour, 0.07))}"/><path d="M${x + half},0V${height}" stroke="${toHex(darker(colour, 0.34))}" stroke-width="3"/>`

/** Lapels over the clothes underneath. */
function open({ under, colour, trim }: Top, x: number): string {
  const lapel = toHex(lighter(colour, 0.1))
  const edge = toHex(darker(colour, 0.34))
  return `<path d="M${x - 36},0 L${x},122 L${x + 36},0Z" fill="${toHex(under)}"/>
    <path d="M${x - 36},0 L${x},122 L${x - 40},84 L${x - 58},50 L${x - 42},38Z" fill="${lapel}" stroke="${edge}" stroke-width="2"/>
    <path d="M${x + 36},0 L${x},122 L${x + 40},84 L${x + 58},50 L${x + 42},38Z" fill="${lapel}" stroke="${edge}" stroke-width="2"/>
    <path d="M${x},122V320" stroke="${edge}" stroke-width="3.5"/>
    <path d="M${x - 74},162h30M${x + 44},162h30" stroke="${edge}" stroke-width="4"/><path d="M${x + 50},84h18" stroke="${toHex(trim)}" stroke-width="6"/>`
}

/** The shirt on both sides of a waistcoat, up to the shoulders. */
const flank = (under: Colour, x: number): string =>
  `<rect x="${x - 118}" width="26" height="96" fill="${toHex(under)}"/><rect x="${x + 92}" width="26" height="96" fill="${toHex(under)}"/>`

function bib({ under, colour, trim, pattern }: Top, x: number): string {
  const edge = toHex(darker(colour, 0.3))
  return `<rect width="${2 * x}" height="168" fill="${toHex(under)}"/>${patternOf({ colour: under, pattern }, 2 * x, 168)}
    <rect x="${x - 50}" y="78" width="100" height="100" rx="8" fill="${toHex(colour)}" stroke="${edge}" stroke-width="3"/>
    <rect x="${x - 22}" y="108" width="44" height="38" rx="5" fill="none" stroke="${edge}" stroke-width="3"/>
    ${[-44, 30].map((side) => `<rect x="${x + side}" width="14" height="92" fill="${toHex(colour)}"/><circle cx="${x + side + 7}" cy="92" r="6" fill="${toHex(trim)}"/>`).join('')}
    <rect y="164" width="${2 * x}" height="16" fill="${edge}"/><rect x="12" width="15" height="168" fill="${toHex(colour)}"/><rect x="${2 * x - 27}" width="15" height="168" fill="${toHex(colour)}"/>`
}

const neckline = (x: number, trim: string): string =>
  `<path d="M${x - 34},0 Q${x},66 ${x + 34},0" fill="none" stroke="${trim}" stroke-width="20"/><path d="M${x},58V150" stroke="${trim}" stroke-width="3.5" stroke-dasharray="9 6"/>`

const wrapped = ({ under, trim, colour }: Top, x: number): string =>
  `<path d="M${x - 30},0 L${x},66 L${x + 30},0Z" fill="${toHex(under)}"/><path d="M${x - 36},0 L${x + 34},178" stroke="${toHex(trim)}" stroke-width="15"/><path d="M${x + 36},0 L${x},68" stroke="${toHex(trim)}" stroke-width="15"/><path d="M${x - 25},0 L${x + 45},178" stroke="${toHex(darker(colour, 0.3))}" stroke-width="2.5"/>`

const plates = ({
  x,
  trim,
  dark,
  bright,
}: Record<'trim' | 'dark' | 'bright', string> & { x: number }): string =>
  `<path d="M${x - 78},44 Q${x},20 ${x + 78},44 Q${x + 84},140 ${x},160 Q${x - 84},140 ${x - 78},44Z" fill="none" stroke="${trim}" stroke-width="6"/><path d="M${x},40V158" stroke="${bright}" stroke-width="5"/><path d="M0,176H${2 * x}M0,196H${2 * x}M0,216H${2 * x}" stroke="${dark}" stroke-width="4"/>`

const panel = ({ x, trim, dark, plate }: Record<'trim' | 'dark' | 'plate', string> & { x: number }): string =>
  `<rect x="${x - 52}" y="62" width="104" height="76" rx="12" fill="${plate}" stroke="${dark}" stroke-width="5"/><circle cx="${x - 24}" cy="88" r="12" fill="${trim}"/><rect x="${x}" y="78" width="38" height="8" rx="4" fill="#7fd0a0"/><rect x="${x}" y="94" width="26" height="8" rx="4" fill="#e0b050"/><path d="M${x - 36},120h72" stroke="${trim}" stroke-width="6" stroke-dasharray="10 5"/><path d="M0,170H${2 * x}M0,190H${2 * x}" stroke="${dark}" stroke-width="4"/>`
