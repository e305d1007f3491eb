import type { Memory } from '../../../contract/memories.js'
import { colourOf } from '../../design/colour-of.js'
import { DAY, dayBefore, timeOfMemory, type timeSpan } from '../times.js'
import type { LaidOutNode } from './graph-layout.js'

/** The colours of memories, the newest first. */
export const AGES = ['newest', 'newer', 'older', 'oldest'] as const
export type Age = (typeof AGES)[number]

/** From when on a memory is of an age, in milliseconds since 1970, and what that is called; the newest first. */
export type AgeScale = readonly { readonly id: Age; readonly label: string; readonly from: number }[]

/** Days (UTC), weeks and months before the graph was read, as the timeline counts them; of what was said within two days, quarters of that time. */
export function ageScale(span: ReturnType<typeof timeSpan>, readAt: string): AgeScale {
  const { first, last } = span ?? { first: 0, last: 0 }
  const now = Date.parse(readAt)
  if (last - first < 2 * DAY || Number.isNaN(now)) {
    const quarter = (number: number) => first + ((last - first) * number) / 4
    return [
      { id: 'newest', label: 'newest quarter of the time', from: quarter(3) },
      { id: 'newer', label: 'third', from: quarter(2) },
      { id: 'older', label: 'second', from: quarter(1) },
      { id: 'oldest', label: 'first', from: Number.NEGATIVE_INFINITY },
    ]
  }
  return [
    { id: 'newest', label: 'today or yesterday', from: dayBefore(now, 1) },
    { id: 'newer', label: '2 to 7 days old', from: dayBefore(now, 7) },
    { id: 'older', label: '8 to 30 days old', from: dayBefore(now, 30) },
    { id: 'oldest', label: 'over 30 days old', from: Number.NEGATIVE_INFINITY },
  ]
}

export function ageOf(memory: Memory | undefined, scale: AgeScale): Age {
  const time = timeOfMemory(memory)
  return scale.find(({ from }) => time !== undefined && time >= from)?.id ?? 'oldest'
}

/** All colours that are drawn, as `rgb(…)`; read anew when the theme changes. */
export type Palette = Readonly<
  Record<
    | 'ground'
    | 'panel'
    | 'ink'
    | 'soft'
    | 'line'
    | 'accent'
    | 'user'
    | 'cluster'
    | 'entity'
    | 'entityText'
    | 'faded',
    string
  >
> & {
  readonly ages: Readonly<Record<Age, string>>
  /** Whether the reader has chosen the colours: then dots have rims, and what is faded has nothing else. */
  readonly isForced: boolean
}

const FORCED = '(forced-colors: active)'

/** Calls when another theme, or colours of the reader's own, are to be drawn. */
export function followTheme(change: () => void): void {
  for (const query of ['(prefers-color-scheme: dark)', FORCED])
    matchMedia(query).addEventListener('change', change)
}

export function readPalette(): Palette {
  const [line, ground] = [colourOf('line'), colourOf('ground')]
  const isForced = matchMedia(FORCED).matches
  return {
    ...{ ground, line, panel: colourOf('panel'), ink: colourOf('ink'), soft: colourOf('soft') },
    ...{ accent: colourOf('accent'), user: colourOf('user'), cluster: colourOf('cluster') },
    ...{ entity: colourOf('entity'), entityText: colourOf('entity-text'), isForced },
    faded: isForced ? ground : mix(ground, line, 0.7),
    ages: Object.fromEntries(AGES.map((age) => [age, colourOf(`memory-${age}`)])) as Palette['ages'],
  }
}

/** Between two colours of the form `rgb(r, g, b)`. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [from, to].map((colour) => colour.match(/\d+/g)?.map(Number) ?? [])
  const parts = [0, 1, 2].map((at) => Math.round((a?.[at] ?? 0) * (1 - share) + (b?.[at] ?? 0) * share))
  return `rgb(${parts.join(', ')})`
}

/** The colour of a node, by its kind and, of a memory, its age. */
export function colourOfNode({ node }: LaidOutNode, age: Age, palette: Palette): string {
  if (node.type === 'user') return palette.user
  return node.type === 'entity' ? palette.entity : palette.ages[age]
}

const LEAST_DOT = 2
const LARGEST_DOT = 13

/** The radius of a node in pixels, where neighbours are `pitch` pixels apart while all is in view. */
export function radiusOfNode({ node, strength }: LaidOutNode, pitch: number): number {
  const full = Math.min(LARGEST_DOT, Math.max(LEAST_DOT * 1.4, pitch * 0.36))
  if (node.type === 'user') return Math.min(18, full * 1.5)
  return Math.max(LEAST_DOT, full * (0.45 + 0.6 * strength))
}
