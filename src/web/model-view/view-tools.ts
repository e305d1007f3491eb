import type { OrbitCamera, View } from '../figure/orbit-camera.js'
import { button } from './elements.js'

/** Radians per click. */
const TURN = Math.PI / 8
const ZOOM = 0.85
/** From where a side is seen, in radians around the figure from its front. */
const SIDES = { front: 0, left: Math.PI / 2, right: -Math.PI / 2, back: Math.PI } as const
type Side = keyof typeof SIDES

export type Views = {
  /** Goes to the face, unless the camera is there and before it. */
  lookAtFace(): void
}

/**
 * The buttons that choose a view, turn and zoom; pressed is what is shown until the camera is moved. A figure that does
 * not stand upright has neither face nor feet to go to.
 */
export function offerViews(orbit: OrbitCamera): Views {
  const parts: Readonly<Record<string, View>> = { 'fit-all': 'whole', 'fit-face': 'face', 'fit-feet': 'feet' }
  let part: View | null = 'whole'
  let side: Side | null = null
  /** Also after the camera was moved from there. */
  let last: View = 'whole'
  const show = () => {
    for (const [id, own] of Object.entries(parts)) press(id, own === part)
    for (const own of Object.keys(SIDES)) press(`side-${own}`, own === side)
  }
  orbit.onView((view) => {
    part = view
    last = view ?? last
    // A face is shown straight from the front, all else a little from the side.
    side = view === 'face' ? 'front' : null
    show()
  })
  const turnTo = (to: Side) => {
    const kept = part
    orbit.turn(SIDES[to] - orbit.azimuth(), 0)
    part = kept
    side = to
    show()
  }
  const actions: Readonly<Record<string, () => void>> = {
    'turn-left': () => orbit.turn(TURN, 0),
    'turn-right': () => orbit.turn(-TURN, 0),
    'zoom-in': () => orbit.zoom(ZOOM),
    'zoom-out': () => orbit.zoom(1 / ZOOM),
  }
  for (const [id, act] of Object.entries(actions)) button(id).addEventListener('click', act)
  for (const [id, own] of Object.entries(parts)) button(id).addEventListener('click', () => orbit.show(own))
  for (const own of Object.keys(SIDES) as Side[])
    button(`side-${own}`).addEventListener('click', () => turnTo(own))
  for (const id of ['fit-face', 'fit-feet']) button(id).hidden = !orbit.isUpright
  show()
  return {
    lookAtFace() {
      const isBefore = Math.cos(orbit.azimuth()) > 0
      if (orbit.isUpright && (last !== 'face' || !isBefore)) orbit.show('face')
    },
  }
}

const press = (id: string, isPressed: boolean): void =>
  button(id).setAttribute('aria-pressed', String(isPressed))
