import type { OrbitCamera } from './orbit-camera.js'

/** Radians per key press. */
const TURN_STEP = Math.PI / 24

/** Of the picture's height per key press. */
const SHIFT_STEP = 0.06

type OtherKeys = {
  others?(key: string): (() => void) | undefined
  /** Whether a key that was pressed somewhere in `target` is for the figure; all are, unless this says otherwise. */
  isMeant?(event: KeyboardEvent): boolean
}

/**
 * Arrow keys turn the figure, with Shift they move it, + and - zoom, 0 resets the view; `others` adds keys. Removed by
 * the returned function.
 */
export function bindStageKeys(
  target: HTMLElement,
  orbit: OrbitCamera,
  { others = () => undefined, isMeant = () => true }: OtherKeys = {},
): () => void {
  const actions: Readonly<Record<string, () => void>> = {
    // The figure turns to where the arrow points, as when it is dragged there.
    ArrowLeft: () => orbit.turn(TURN_STEP, 0),
    ArrowRight: () => orbit.turn(-TURN_STEP, 0),
    ArrowUp: () => orbit.turn(0, TURN_STEP),
    ArrowDown: () => orbit.turn(0, -TURN_STEP),
    '+': () => orbit.zoom(0.9),
    '-': () => orbit.zoom(1 / 0.9),
    '0': orbit.reset,
  }
  const shifts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => orbit.shift(SHIFT_STEP, 0),
    ArrowRight: () => orbit.shift(-SHIFT_STEP, 0),
    ArrowUp: () => orbit.shift(0, -SHIFT_STEP),
    ArrowDown: () => orbit.shift(0, SHIFT_STEP),
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isMeant(event)) return
    const act = (event.shiftKey ? shifts[event.key] : undefined) ?? actions[event.key] ?? others(event.key)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  target.addEventListener('keydown', onKey)
  return () => target.removeEventListener('keydown', onKey)
}
