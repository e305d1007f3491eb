import type { Frame } from './viewport.js'

type Point = { readonly x: number; readonly y: number }
type State = Point & { readonly ratio: number }

/** From the edge of the window, in pixels: so far inside of it one of the points stays. */
const EDGE = 40

/** Moves states of the camera as little as leaves one of these points of the layout in the window, however near it comes. */
export function createSightKeeper(points: readonly Point[], frame: Frame) {
  const { width, height, unitAtOne, toCamera } = frame
  const [origin, one] = [toCamera({ x: 0, y: 0 }), toCamera({ x: 1, y: 1 })]
  const framed = points.map(toCamera)
  const edge = Math.min(EDGE, width / 6, height / 6)
  return <Kept extends State>(state: Kept): Kept => {
    const perPixel = {
      x: (Math.abs(one.x - origin.x) * state.ratio) / unitAtOne,
      y: (Math.abs(one.y - origin.y) * state.ratio) / unitAtOne,
    }
    const reach = { x: (width / 2 - edge) * perPixel.x, y: (height / 2 - edge) * perPixel.y }
    let least: Point | null = null
    for (const point of framed) {
      const move = { x: beyond(point.x - state.x, reach.x), y: beyond(point.y - state.y, reach.y) }
      if (least === null || Math.hypot(move.x, move.y) < Math.hypot(least.x, least.y)) least = move
    }
    return least === null ? state : { ...state, x: state.x + least.x, y: state.y + least.y }
  }
}

/** How far a distance goes beyond what is reached, in its direction. */
const beyond = (distance: number, reach: number): number =>
  Math.sign(distance) * Math.max(0, Math.abs(distance) - reach)
