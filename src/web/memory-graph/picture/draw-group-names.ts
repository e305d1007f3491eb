import type { Palette } from './appearance.js'
import type { Rectangle } from './free-space.js'
import { ENTITIES, type Group } from './graph-layout.js'
import { type MeasureName, NAME_PADDING } from './group-name.js'
import { type NameSpace, type PlacedName, placeGroupName, placeShortName } from './place-group-name.js'

export type NamedRectangle = Rectangle & { readonly id: string }

type Pen = Omit<NameSpace, 'measure'> & {
  readonly context: CanvasRenderingContext2D
  readonly palette: Palette
}

const fontOf = (size: number): string => `600 ${size}px system-ui, sans-serif`

/** Tells how wide names are, before anything is drawn. */
export function createNameMeasure(): MeasureName {
  const context = document.createElement('canvas').getContext('2d')
  return (text, size) => {
    if (context === null) return text.length * size * 0.6
    context.font = fontOf(size)
    return context.measureText(text).width
  }
}

/**
 * Draws the names of the groups, the largest first, and tells where. Of what filters have left a name is never missing;
 * of others that have no room the beginning is drawn.
 */
export function drawGroupNames(pen: Pen, groups: readonly Group[]): NamedRectangle[] {
  const measure = (text: string, size: number) => {
    pen.context.font = fontOf(size)
    return pen.context.measureText(text).width
  }
  const space = { ...pen, measure }
  const draw = (some: readonly Group[], place: (group: Group) => PlacedName | null) =>
    some.flatMap((group) => drawName(pen, group, place(group)) ?? [])
  const drawn = draw(groups, (group) => placeGroupName(space, group))
  const missing = groups.filter(({ id }) => !drawn.some((one) => one.id === id))
  const isFiltered = groups.some((group) => pen.countIn(group) < group.count)
  const isHit = (group: Group) => isFiltered && pen.countIn(group) > 0
  const hits = draw(missing.filter(isHit), (group) => placeGroupName(space, group, true))
  const others = missing.filter((group) => !isHit(group))
  return [...drawn, ...hits, ...draw(others, (group) => placeShortName(space, group))]
}

function drawName(pen: Pen, group: Group, placed: PlacedName | null): NamedRectangle | null {
  if (placed === null) return null
  drawLabel(pen, group, placed)
  return { id: group.id, ...placed.box }
}

function drawLabel(
  { context, palette, openGroup, countIn }: Pen,
  group: Group,
  { lines, box, size }: PlacedName,
): void {
  context.font = fontOf(size)
  const { id } = group
  const isOpen = id === openGroup
  const own = id === ENTITIES ? palette.entityText : palette.cluster
  // Of what a search, a time or a kind has left nothing.
  const colour = countIn(group) === 0 ? palette.soft : own
  context.beginPath()
  context.roundRect(box.x, box.y, box.width, box.height, 9)
  context.fillStyle = isOpen ? colour : palette.panel
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = 1
  context.stroke()
  context.fillStyle = isOpen ? palette.panel : colour
  for (const [index, line] of lines.entries()) {
    context.fillText(line, box.x + box.width / 2, box.y + NAME_PADDING.y + 1 + index * (size + 3))
  }
}
