import { type GroupName, groupName, type MeasureName, RIM } from './group-name.js'
import { type Circle, type OnTop, packCircles, rectangleOn } from './pack-circles.js'
import { type Box, boxOf } from './viewport.js'

type Wanted = { readonly label: string; readonly count: number; readonly radius: number }
type Window = { readonly width: number; readonly height: number; readonly measure: MeasureName }
type Arranged = {
  readonly circles: readonly Circle[]
  readonly names: readonly GroupName[]
  /** Around all of it. */
  readonly box: Box
}

/** Around all of it, in pixels. */
export const PICTURE_MARGIN = 12
const PLAYER_RADIUS = 1.1
/** In pixels: the player's dot with the name below it. */
const PLAYER_ROOM = 30
/** Of more circles only the largest are named: to place them takes long. */
const MANY = 30
/** How many of the largest are named, the first of these with which circles keep most of their size. */
const NAMED = [MANY, 8, 5, 3, 0]
const LEAST_OF_SIZE = 0.5
/** The size is found by halving, so often. */
const ROUNDS = 7

/**
 * Places circles, the largest first, so that their names have room on top of them. Names keep their size in pixels, so how
 * large a unit is drawn has to be known first: the largest is sought at which all of it fits into the window.
 */
export function arrangeCircles(wanted: readonly Wanted[], window: Window): Arranged {
  const bare = pack(wanted, window, { unit: Number.POSITIVE_INFINITY, named: 0 })
  const most = unitOf(bare.box, window)
  for (const named of wanted.length > MANY ? [6, 0] : NAMED) {
    let [best, tooSmall, tooLarge]: [Arranged | null, number, number] = [null, 0, most]
    for (let round = 0; round < ROUNDS; round++) {
      const unit = (tooSmall + tooLarge) / 2
      const arranged = pack(wanted, window, { unit, named })
      if (unitOf(arranged.box, window) < unit) {
        tooLarge = unit
        continue
      }
      best = arranged
      tooSmall = unit
    }
    if (best !== null && (tooSmall >= most * LEAST_OF_SIZE || named === 0)) return best
  }
  return bare
}

/** How many pixels a unit has, if all of it is shown. */
function unitOf({ x, y }: Box, { width, height }: Window): number {
  const room = (length: number) => Math.max(40, length - 2 * PICTURE_MARGIN)
  return Math.min(room(width) / (x[1] - x[0]), room(height) / (y[1] - y[0]))
}

type Size = { readonly unit: number; readonly named: number }

function pack(wanted: readonly Wanted[], window: Window, { unit, named }: Size): Arranged {
  const names = wanted.map((one) =>
    groupName(
      one,
      { width: window.width, circle: Math.min(window.width, 2 * one.radius * unit) },
      window.measure,
    ),
  )
  const tops = names.map(({ width, height }, index): OnTop | null =>
    index < named
      ? { width: width / unit, height: height / unit, sink: RIM.sink(unit, height) / unit }
      : null,
  )
  const middle = { x: 0, y: 0, radius: Math.max(PLAYER_RADIUS, PLAYER_ROOM / unit) }
  const aspect = Math.min(1.7, Math.max(0.6, window.width / Math.max(1, window.height)))
  const circles = packCircles(
    middle,
    wanted.map(({ radius }) => radius),
    { aspect, tops },
  )
  const box = boxOf([middle, ...circles])
  const sides = circles.flatMap((circle, index) => rectangleOn({ ...circle, top: tops[index] ?? null }) ?? [])
  return {
    ...{ circles, names },
    box: {
      x: [
        Math.min(box.x[0], ...sides.map(({ left }) => left)),
        Math.max(box.x[1], ...sides.map(({ right }) => right)),
      ],
      y: [box.y[0], Math.max(box.y[1], ...sides.map(({ above }) => above))],
    },
  }
}
