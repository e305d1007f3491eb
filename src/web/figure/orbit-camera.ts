import { Box3, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'

/** What of a figure the camera shows; `room`: all of it where there is height for it, else head and chest. */
export type View = 'whole' | 'face' | 'room'

/** A camera that circles a figure, moved by mouse, touch or these functions. */
export type OrbitCamera = {
  /** Shows this much of the figure from the front, and again when the canvas changes, until the user moves the camera. */
  show(view: View): void
  /** Turns by angles in radians. */
  turn(right: number, up: number): void
  /** Multiplies the distance. */
  zoom(factor: number): void
  /** Returns to the view that was shown last. */
  reset(): void
  /** Fits the view to another aspect ratio. */
  resize(): void
  /** Advances the damping; returns whether the view has changed since the last call. */
  update(): boolean
  close(): void
}

/** Factor for the space around what is shown. */
const MARGIN = 1.1
/** Shares of an upright figure, from its top. */
const UPPER_BODY = 0.62
const FACE = 0.4
/** A canvas wider than this shows the upper body where its room decides. */
const WIDE = 1.1
/** From the right and a little from above. */
const DIRECTION = new Vector3(0.3, 0.1, 1)

/** Circles what the box contains; the user's hand on the canvas turns it. */
export function createOrbitCamera(
  canvas: HTMLCanvasElement,
  { camera, box }: { readonly camera: PerspectiveCamera; readonly box: Box3 },
): OrbitCamera {
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = true
  controls.enablePan = false
  let shown: View = 'whole'
  let isChanged = true
  let isUsers = false
  // The result of `controls.update()` would miss changes by a drag, which calls it first.
  controls.addEventListener('change', () => {
    isChanged = true
  })
  controls.addEventListener('start', () => {
    isUsers = true
  })

  const frame = () => {
    const part = partOf(box, shown === 'room' ? viewForRoom(camera.aspect) : shown)
    const distance = distanceTo(part, camera)
    part.getCenter(controls.target)
    camera.near = distance / 100
    camera.far = distance * 20
    camera.updateProjectionMatrix()
    controls.minDistance = distance / 4
    controls.maxDistance = distance * 4
    camera.position.copy(controls.target).add(DIRECTION.clone().setLength(distance))
    isUsers = false
    isChanged = true
  }
  const move = (change: (position: Spherical) => void) => {
    const position = new Spherical().setFromVector3(camera.position.clone().sub(controls.target))
    change(position)
    position.makeSafe()
    position.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, position.radius))
    camera.position.setFromSpherical(position).add(controls.target)
    isUsers = true
  }

  return {
    show(view) {
      shown = view
      frame()
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
    reset: frame,
    resize() {
      if (!isUsers) frame()
    },
    update() {
      controls.update()
      const wasChanged = isChanged
      isChanged = false
      return wasChanged
    },
    close: () => controls.dispose(),
  }
}

type Part = 'whole' | 'upper' | 'face'

const viewForRoom = (aspect: number): Part => (aspect > WIDE ? 'upper' : 'whole')

/** The part of an upright figure's box, or all of any other. */
function partOf(box: Box3, part: Part): Box3 {
  const size = box.getSize(new Vector3())
  const isUpright = size.y > 1.3 * Math.max(size.x, size.z)
  if (part === 'whole' || !isUpright) return box
  const height = (part === 'face' ? FACE : UPPER_BODY) * size.y
  const middle = box.getCenter(new Vector3()).setY(box.max.y - height / 2)
  // Arms and wings may reach out of the picture, and a tail behind counts for nothing.
  return new Box3().setFromCenterAndSize(middle, new Vector3(Math.min(size.x, height), height, size.z))
}

/** From where all of the box is seen, also the sides that turn towards the camera. */
function distanceTo(box: Box3, camera: PerspectiveCamera): number {
  const size = box.getSize(new Vector3())
  const half = Math.tan((camera.fov * Math.PI) / 360)
  const width = (size.x + DIRECTION.x * size.z) / camera.aspect
  return (MARGIN * Math.max(size.y, width, 0.01)) / (2 * half) + size.z / 2
}
