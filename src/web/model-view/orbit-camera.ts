import { Box3, type Object3D, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

/** Where the model is looked at from: turned by mouse, touch, or whoever calls this. */
export type OrbitCamera = {
  /** Puts the model into the middle, seen from the front; gives the height of its lowest point. */
  fitTo(model: Object3D): number
  /** Turns by radians, to the right and up. */
  turn(right: number, up: number): void
  /** Under 1: nearer. */
  zoom(factor: number): void
  /** Back to the view of `frame`. */
  reset(): void
  /** Goes on with what is still moving; whether the view has changed since the last time. */
  update(): boolean
  close(): void
}

/** Room around the model. */
const MARGIN = 1.25

export function createOrbitCamera(canvas: HTMLCanvasElement, camera: PerspectiveCamera): OrbitCamera {
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = true
  controls.enablePan = false
  let isChanged = true
  // Not what its `update` says: a drag has called that before us.
  controls.addEventListener('change', () => {
    isChanged = true
  })

  const move = (change: (place: Spherical) => void) => {
    const place = new Spherical().setFromVector3(camera.position.clone().sub(controls.target))
    change(place)
    place.makeSafe()
    place.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, place.radius))
    camera.position.setFromSpherical(place).add(controls.target)
  }

  return {
    fitTo(model) {
      const box = new Box3().setFromObject(model, true)
      const size = box.getSize(new Vector3())
      box.getCenter(controls.target)
      const half = Math.tan((camera.fov * Math.PI) / 360)
      const width = Math.max(size.x, size.z) / Math.min(1, camera.aspect)
      const distance = (MARGIN * Math.max(size.y, width, 0.01)) / (2 * half) + size.z / 2
      camera.near = distance / 100
      camera.far = distance * 20
      camera.updateProjectionMatrix()
      controls.minDistance = distance / 4
      controls.maxDistance = distance * 4
      camera.position.copy(controls.target).add(new Vector3(0.35, 0.12, 1).setLength(distance))
      controls.saveState()
      return box.min.y
    },
    turn: (right, up) =>
      move((place) => {
        place.theta += right
        place.phi -= up
      }),
    zoom: (factor) =>
      move((place) => {
        place.radius *= factor
      }),
    reset: () => controls.reset(),
    update() {
      controls.update()
      const wasChanged = isChanged
      isChanged = false
      return wasChanged
    },
    close: () => controls.dispose(),
  }
}
