import type { Memory } from '../../../contract/memories.js'
import { colourOf } from '../../design/colour-of.js'
import type { LaidOutNode } from './graph-layout.js'

const DAY = 86_400_000

/** How long ago a memory was made, the newest first; the last has no limit. */
export const AGES = [
  { id: 'day', label: 'last day', withinMs: DAY, tone: 0 },
  { id: 'week', label: 'week', withinMs: 7 * DAY, tone: 0.34 },
  { id: 'month', label: 'month', withinMs: 30 * DAY, tone: 0.67 },
  { id: 'older', label: 'older', withinMs: Number.POSITIVE_INFINITY, tone: 1 },
] as const
export type Age = (typeof AGES)[number]['id']

/** When a memory was made, in milliseconds since 1970; undefined if the time cannot be read. */
export function timeOfMemory(memory: Memory | undefined): number | undefined {
  const time = Date.parse(memory?.createdAt ?? '')
  return Number.isNaN(time) ? undefined : time
}

export function ageOf(memory: Memory | undefined, readAt: string): Age {
  const time = timeOfMemory(memory)
  if (time === undefined) return 'older'
  const age = Date.parse(readAt) - time
  return AGES.find(({ withinMs }) => age <= withinMs)?.id ?? 'older'
}

/** All colours that are drawn, as `rgb(…)`; read anew when the theme changes. */
export type Palette = Readonly<
  Record<
    'ground' | 'panel' | 'ink' | 'soft' | 'line' | 'accent' | 'user' | 'cluster' | 'entity' | 'faded',
    string
  >
> & { readonly ages: Readonly<Record<Age, string>> }

export function readPalette(): Palette {
  const [fresh, old, line, ground] = ['memory', 'memory-old', 'line', 'ground'].map(colourOf) as [
    string,
    string,
    string,
    string,
  ]
  return {
    ...{ ground, line, panel: colourOf('panel'), ink: colourOf('ink'), soft: colourOf('soft') },
    ...{ accent: colourOf('accent'), user: colourOf('user'), cluster: colourOf('cluster') },
    ...{ entity: colourOf('entity'), faded: mix(ground, line, 0.7) },
    ages: Object.fromEntries(AGES.map(({ id, tone }) => [id, mix(fresh, old, tone)])) as Palette['ages'],
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
