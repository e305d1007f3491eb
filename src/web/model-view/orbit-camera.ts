import { Box3, type Object3D, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

/** A camera that circles the model, moved by mouse, touch or these functions. */
export type OrbitCamera = {
  /** Centres the model, seen from the front, and returns the height of its lowest point. */
  fitTo(model: Object3D): number
  /** Turns by angles in radians. */
  turn(right: number, up: number): void
  /** Multiplies the distance. */
  zoom(factor: number): void
  /** Restores the view of `fitTo`. */
  reset(): void
  /** Advances the damping; returns whether the view has changed since the last call. */
  update(): boolean
  close(): void
}

/** Factor for the space around the model. */
const MARGIN = 1.25

export function createOrbitCamera(canvas: HTMLCanvasElement, camera: PerspectiveCamera): OrbitCamera {
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = true
  controls.enablePan = false
  let isChanged = true
  // The result of `controls.update()` would miss changes by a drag, which calls it first.
  controls.addEventListener('change', () => {
    isChanged = true
  })

  const move = (change: (position: Spherical) => void) => {
    const position = new Spherical().setFromVector3(camera.position.clone().sub(controls.target))
    change(position)
    position.makeSafe()
    position.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, position.radius))
    camera.position.setFromSpherical(position).add(controls.target)
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
      move((position) => {
        position.theta += right
        position.phi -= up
      }),
    zoom: (factor) =>
      move((position) => {
        position.radius *= factor
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
