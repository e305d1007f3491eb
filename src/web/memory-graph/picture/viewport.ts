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

type Box = { readonly x: readonly [number, number]; readonly y: readonly [number, number] }

/** The state of the camera that shows this box of the layout with `margin` pixels around it. */
export function cameraFor(sigma: Sigma, { x, y }: Box, margin: number) {
  const { unit, width, height } = viewportOf(sigma)
  const unitAtOne = unit * sigma.getCamera().ratio
  const ratio = Math.max(
    ((x[1] - x[0]) * unitAtOne) / Math.max(40, width - 2 * margin),
    ((y[1] - y[0]) * unitAtOne) / Math.max(40, height - 2 * margin),
  )
  const centre = { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 }
  const framed = sigma.viewportToFramedGraph(sigma.graphToViewport(centre))
  return { x: rounded(framed.x), y: rounded(framed.y), ratio: rounded(ratio), angle: 0 }
}

/** What is worked out from another place of the camera differs in its last digits, and so would the pictures. */
export const rounded = (value: number): number => Math.round(value * 1e8) / 1e8

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
