import type { OrbitCamera } from '../figure/orbit-camera.js'
import { button } from './elements.js'

/** Radians per click. */
const TURN = Math.PI / 8
const ZOOM = 0.85

/** The buttons that choose a view, turn and zoom; a figure that does not stand upright has neither face nor feet to go to. */
export function offerViews(orbit: OrbitCamera): void {
  const actions: Readonly<Record<string, () => void>> = {
    'fit-all': () => orbit.show('whole'),
    'fit-face': () => orbit.show('face'),
    'fit-feet': () => orbit.show('feet'),
    'fit-back': () => {
      orbit.show('whole')
      orbit.turn(Math.PI - orbit.azimuth(), 0)
    },
    'turn-left': () => orbit.turn(TURN, 0),
    'turn-right': () => orbit.turn(-TURN, 0),
    'zoom-in': () => orbit.zoom(ZOOM),
    'zoom-out': () => orbit.zoom(1 / ZOOM),
  }
  for (const [id, act] of Object.entries(actions)) button(id).addEventListener('click', act)
  for (const id of ['fit-face', 'fit-feet']) button(id).hidden = !orbit.isUpright
}
