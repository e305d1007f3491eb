import type Sigma from 'sigma'

/** How the units of the layout appear on the screen: `x * unit + left`, `y * -unit + top`, in pixels of the page. */
export type Viewport = {
  readonly unit: number
  readonly width: number
  readonly height: number
  toScreen(point: { readonly x: number; readonly y: number }): { readonly x: number; readonly y: number }
}

/** The viewport of this moment; the camera never turns, so two points tell all. */
export function viewportOf(sigma: Sigma): Viewport {
  const origin = sigma.graphToViewport({ x: 0, y: 0 })
  const unit = sigma.graphToViewport({ x: 1, y: 0 }).x - origin.x
  return {
    unit,
    ...sigma.getDimensions(),
    toScreen: ({ x, y }) => ({ x: origin.x + x * unit, y: origin.y - y * unit }),
  }
}

/** From the least to the greatest. */
export type Box = { readonly x: readonly [number, number]; readonly y: readonly [number, number] }

type Point = { readonly x: number; readonly y: number }

/** What the camera is reckoned with, which stays the same until the window changes. */
export type Frame = Pick<Viewport, 'width' | 'height'> & {
  /** Pixels between neighbours while the ratio of the camera is 1. */
  readonly unitAtOne: number
  /** A place of the layout as the camera names it. */
  toCamera(point: Point): Point
}

/**
 * Read once for all moves of the camera: what is worked out from another place of it differs in its last digits, and so
 * would the pictures.
 */
export function frameOf(sigma: Sigma): Frame {
  const { unit, width, height } = viewportOf(sigma)
  const framed = (point: Point) => sigma.viewportToFramedGraph(sigma.graphToViewport(point))
  const [origin, other] = [framed({ x: 0, y: 0 }), framed({ x: 100, y: 100 })]
  const [scaleX, scaleY] = [(other.x - origin.x) / 100, (other.y - origin.y) / 100]
  return {
    ...{ width, height, unitAtOne: unit * sigma.getCamera().ratio },
    toCamera: ({ x, y }) => ({ x: origin.x + x * scaleX, y: origin.y + y * scaleY }),
  }
}

/** The state of the camera that shows this box of the layout with `margin` pixels around it. */
export function cameraFor({ unitAtOne, width, height, toCamera }: Frame, { x, y }: Box, margin: number) {
  const ratio = Math.max(
    ((x[1] - x[0]) * unitAtOne) / Math.max(40, width - 2 * margin),
    ((y[1] - y[0]) * unitAtOne) / Math.max(40, height - 2 * margin),
  )
  return { ...toCamera({ x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 }), ratio, angle: 0 }
}

type Round = { readonly x: number; readonly y: number; readonly radius: number }

/** The box around these circles; without any, a small one. */
export function boxOf(circles: readonly Round[]): { x: [number, number]; y: [number, number] } {
  const all = circles.length > 0 ? circles : [{ x: 0, y: 0, radius: 2 }]
  const ends = (axis: 'x' | 'y'): [number, number] => [
    Math.min(...all.map((one) => one[axis] - one.radius)),
    Math.max(...all.map((one) => one[axis] + one.radius)),
  ]
  return { x: ends('x'), y: ends('y') }
}
