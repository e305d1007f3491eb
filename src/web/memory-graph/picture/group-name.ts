import { wrapText } from './wrap-text.js'

export const NAME_PADDING = { x: 7, y: 2 }
/** In pixels: in a window that is narrower than this, names are written smaller. */
const NARROW_WINDOW = 700
const MOST_LINES = 3
/** In pixels: no name is made narrower than this to be no wider than its circle. */
export const LEAST_ROOM = 104

/** How the name of a group is written, decided once for the layout: what is left of the group changes only its number. */
export type GroupName = {
  readonly size: number
  readonly lineHeight: number
  /** In pixels: how wide its lines may be. */
  readonly room: number
  /** In pixels: what its longest form takes. */
  readonly width: number
  readonly height: number
}

export type MeasureName = (text: string, size: number) => number

type Named = { readonly label: string; readonly count: number }
type Counted = Named & { readonly left: number }

/** The name with its number, which is never cut off. */
export function nameLines(
  { label, left, count }: Counted,
  { width, measure }: { readonly width: number; measure(text: string): number },
): string[] {
  const number = left === count || left === 0 ? `(${left})` : `(${left}\u00a0of\u00a0${count})`
  const lines = wrapText(`${label} ${number}`, { width, lines: MOST_LINES, measure })
  if (lines.at(-1)?.endsWith(number)) return lines
  return [...wrapText(label, { width, lines: MOST_LINES - 1, measure }), number]
}

/** How a name is written over a circle of this width. */
export function groupName(
  named: Named,
  window: { readonly width: number; readonly circle: number },
  measure: MeasureName,
): GroupName {
  const size = window.width < NARROW_WINDOW ? 12 : 13
  const lineHeight = size + 3
  const sized = (text: string) => measure(text, size)
  const room = Math.max(LEAST_ROOM, Math.min(window.circle, window.width / 2))
  // Any number that a filter can leave: what is shorter may stand in fewer and longer lines.
  const numbers = [0, ...[9, 99, 999, 9999].filter((one) => one < named.count), named.count - 1, named.count]
  const forms = numbers.map((left) => nameLines({ ...named, left }, { width: room, measure: sized }))
  return {
    ...{ size, lineHeight, room },
    width: Math.max(...forms.flat().map(sized), 0) + 2 * NAME_PADDING.x,
    height: Math.max(...forms.map(({ length }) => length)) * lineHeight + 2 * NAME_PADDING.y,
  }
}

/** The edge of a circle, which dots keep off. */
export const RIM = {
  /** In units of the layout, from the middle of a dot. */
  width: 0.85,
  /** How far a name of this height may lie inside the circle, in pixels: never on its dots. */
  sink: (unit: number, height: number): number =>
    Math.max(0, Math.min(height / 2, 0.85 * unit - Math.max(3, 0.38 * unit) - 1)),
}
