import type { LineSegment } from './line-segments.js'
import { groupByBaseline } from './rows.js'

/** Width of a bin of the page's profile in points, and of the narrowest gutter in font sizes. */
const BIN = 2
const GUTTER = 0.5
/** A column has at least this many rows. */
const ROWS = 3

/**
 * Splits segments into blocks in reading order. A gutter with running text on both sides separates columns, which are
 * read one after the other; tables and forms are read row by row. What crosses a gutter, such as a title, is read
 * before what is below it.
 */
export function splitIntoBlocks(segments: readonly LineSegment[]): LineSegment[][] {
  const gutter = findGutter(segments)
  if (gutter === null) return [[...segments]]

  const blocks: LineSegment[][] = []
  let across: LineSegment[] = []
  for (const band of bandsOf(segments, gutter)) {
    const sides = band.crossing ? null : sidesOf(band.segments, gutter)
    if (sides === null || !areColumns(sides)) {
      across.push(...band.segments)
      continue
    }
    if (across.length > 0) blocks.push(across)
    across = []
    blocks.push(...splitIntoBlocks(sides.left), ...splitIntoBlocks(sides.right))
  }
  if (across.length > 0) blocks.push(across)
  return blocks
}

/** The middle of the white space that separates most rows and is crossed by few; null when there is none. */
function findGutter(segments: readonly LineSegment[]): number | null {
  if (segments.length < 2 * ROWS) return null
  const start = Math.min(...segments.map(({ left }) => left))
  const end = Math.max(...segments.map(({ right }) => right))
  const bins = Math.ceil((end - start) / BIN) + 1
  if (!Number.isFinite(bins) || bins > 20_000) return null
  const { leftOf, rightOf } = profile(segments, { start, bins })
  const score = (bin: number) => {
    const [left, right] = [leftOf[bin] ?? 0, rightOf[bin] ?? 0]
    return Math.min(left, right) - 2 * (segments.length - left - right)
  }
  let best = { score: 0, from: 0, to: 0 }
  for (let bin = 0; bin < bins; bin += 1) {
    const here = score(bin)
    if (here > best.score) best = { score: here, from: bin, to: bin }
    else if (here === best.score && best.to === bin - 1) best = { ...best, to: bin }
  }
  const type = median(segments.map(({ size }) => size))
  const wide = (best.to - best.from + 1) * BIN >= type * GUTTER
  return best.score > 0 && wide ? start + ((best.from + best.to + 1) / 2) * BIN : null
}

/** How many segments end before each bin, and how many begin after it. */
function profile(segments: readonly LineSegment[], { start, bins }: { start: number; bins: number }) {
  const leftOf = new Array<number>(bins + 1).fill(0)
  const rightOf = new Array<number>(bins + 1).fill(0)
  const add = (counts: number[], bin: number) => {
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  for (const { left, right } of segments) {
    add(leftOf, Math.floor((right - start) / BIN) + 1)
    add(rightOf, Math.floor((left - start) / BIN))
  }
  for (let bin = 1; bin <= bins; bin += 1) leftOf[bin] = (leftOf[bin] ?? 0) + (leftOf[bin - 1] ?? 0)
  let after = 0
  const begun = rightOf.map(() => 0)
  for (let bin = bins; bin >= 0; bin -= 1) {
    begun[bin] = after
    after += rightOf[bin] ?? 0
  }
  return { leftOf, rightOf: begun }
}

type Band = { readonly crossing: boolean; readonly segments: LineSegment[] }

function bandsOf(segments: readonly LineSegment[], gutter: number): Band[] {
  const bands: Band[] = []
  for (const segment of [...segments].sort((a, b) => a.y - b.y)) {
    const crossing = segment.left < gutter && segment.right > gutter
    const band = bands.at(-1)
    if (band !== undefined && band.crossing === crossing) band.segments.push(segment)
    else bands.push({ crossing, segments: [segment] })
  }
  return bands
}

type Sides = { readonly left: LineSegment[]; readonly right: LineSegment[] }

const sidesOf = (segments: readonly LineSegment[], gutter: number): Sides => ({
  left: segments.filter(({ right }) => right <= gutter),
  right: segments.filter(({ right }) => right > gutter),
})

/** Mostly decided by the order in the page's stream: columns are written one after the other, tables row by row. */
function areColumns(sides: Sides): boolean {
  const [left, right] = [groupByBaseline(sides.left), groupByBaseline(sides.right)]
  if (left.length === 0 || right.length === 0) return false
  const switches = switchesOf(sides)
  const rows = Math.min(left.length, right.length)
  const sure = [left, right].every((side) => isProse(side, 'surely'))
  if (rows >= ROWS && sure) return true
  const prose = [left, right].every((side) => isProse(side, 'likely'))
  if (prose && switches <= Math.max(rows < ROWS ? 1 : 3, rows / 10)) return true
  return switches === 1 && rows >= 2 && sharedLevels(left, right) < 0.5
}

/** How often the stream switches sides. */
function switchesOf({ left, right }: Sides): number {
  const isLeft = new Set(left)
  const inStream = [...left, ...right].sort((a, b) => a.order - b.order)
  return inStream.filter((segment, index) => {
    const last = inStream[index - 1]
    return last !== undefined && isLeft.has(last) !== isLeft.has(segment)
  }).length
}

/** Whether most rows span much of their column and are longer than a number or a name; `surely` wants unbroken rows. */
function isProse(rows: readonly LineSegment[][], how: 'likely' | 'surely'): boolean {
  const all = rows.flat()
  const width = extent(all)
  const type = median(all.map(({ size }) => size))
  if (how === 'likely') {
    const reach = median(rows.map(extent))
    return reach > width * 0.3 && reach > type * 8
  }
  const reach = median(rows.map((row) => Math.max(...row.map(({ left, right }) => right - left))))
  return reach > width * 0.85 && reach > type * 16
}

const extent = (segments: readonly LineSegment[]) =>
  Math.max(...segments.map(({ right }) => right)) - Math.min(...segments.map(({ left }) => left))

/** The fraction of rows on the left that are level with a row on the right. */
function sharedLevels(left: readonly LineSegment[][], right: readonly LineSegment[][]): number {
  const heights = right.map((row) => row[0]?.y ?? 0)
  const level = left.filter(([first]) =>
    heights.some((y) => first !== undefined && Math.abs(y - first.y) < first.size * 0.35),
  )
  return level.length / left.length
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
