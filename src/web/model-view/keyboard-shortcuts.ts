import type { OrbitCamera } from './orbit-camera.js'

type ViewerActions = {
  readonly orbit: OrbitCamera
  togglePause(): void
  /** The clip at this place of the list. */
  choose(place: number): void
}

/** Radians of one press. */
const STEP = Math.PI / 24

/** Keys on the stage: arrows turn, + and - zoom, 0 is the whole, space stops and goes on, 1 to 9 choose a clip. */
export function bindViewerShortcuts(stage: HTMLElement, { orbit, togglePause, choose }: ViewerActions): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => orbit.turn(-STEP, 0),
    ArrowRight: () => orbit.turn(STEP, 0),
    ArrowUp: () => orbit.turn(0, STEP),
    ArrowDown: () => orbit.turn(0, -STEP),
    '+': () => orbit.zoom(0.9),
    '-': () => orbit.zoom(1 / 0.9),
    '0': orbit.reset,
    ' ': togglePause,
  }
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actions[event.key] ?? clipAction(event.key, choose)
    if (act === undefined) return
    event.preventDefault()
    act()
  })
}

const clipAction = (key: string, choose: ViewerActions['choose']): (() => void) | undefined =>
  /^[1-9]$/.test(key) ? () => choose(Number(key) - 1) : undefined
