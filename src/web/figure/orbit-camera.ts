import { type Box3, type PerspectiveCamera, Spherical, Vector3 } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { createFollowing, type Head } from './head.js'
import { focusOf, isUpright, type Outline, type Part, partOf, seenFrom, type View } from './views.js'

/** A camera that circles a figure, moved by mouse, touch or these functions. */
export type OrbitCamera = {
  /** Whether the figure stands upright, so that its face and its feet can be shown. */
  readonly isUpright: boolean
  /** Whether it has lips that can be shown. */
  readonly hasMouth: boolean
  /**
   * Shows this much of the figure, from an angle around it or that of the view, and again when the canvas changes, until
   * the user moves the camera.
   */
  show(view: View, around?: number): void
  /** Turns to this angle around the figure, and as high above the ground as the view that is shown is seen from. */
  turnTo(around: number): void
  /** Turns by angles in radians. */
  turn(right: number, up: number): void
  /** Multiplies the distance; what the view is about stays at its place in the picture. */
  zoom(factor: number): void
  /** Returns to the view that was shown first. */
  reset(): void
  /** Fits the view to another aspect ratio. */
  resize(): void
  /** Shifts what is shown, in shares of the picture's height. */
  shift(right: number, up: number): void
  /** Around the figure from its front, in radians. */
  azimuth(): number
  /** Calls a listener with each view that is shown, and with null when it is left by moving the camera. */
  onView(listener: (view: View | null) => void): void
  /** Advances the damping; returns whether the view has changed since the last call. */
  update(): boolean
  close(): void
}

/** What the user touches. */
type Surface = NonNullable<OrbitControls['domElement']>

type OrbitOptions = Outline & {
  readonly camera: PerspectiveCamera
  /** Whether the user can look closely at any part: zooms towards the pointer, and moves what is shown. */
  readonly isInspected: boolean
  /** Face and mouth stay where they are in the picture while it moves. */
  readonly head?: Pick<Head, 'moved'>
}

/** Factor for the space around what is shown. */
const MARGIN = 1.06
/** Room on each side for arms that wave, in shares of the width of what is shown. */
const REACH = 0.2
/** A canvas wider than this shows the upper body where its room decides. */
const WIDE = 1.1
/** Radians from straight above to a little below the ground, from where soles and chin are seen, and no more. */
const LOWEST = 0.56 * Math.PI
/** The nearest and farthest the user may go, in distances of the view that is shown. */
const RANGE = [1 / 6, 4] as const

/** Circles what the box contains; the user's hand on the canvas turns it. */
export function createOrbitCamera(canvas: Surface, options: OrbitOptions): OrbitCamera {
  const { camera, box } = options
  const controls = createControls(canvas, options)
  let shown: View = 'whole'
  let [from, first]: [from?: number | undefined, first?: View] = []
  let [isChanged, isUsers, isTouched] = [true, false, false]
  let tell: (view: View | null) => void = () => {}
  const zooming = createZoom(controls)
  const leaning = createLeaning(controls, options)
  const following = createFollowing(controls, options.head)
  // The result of `controls.update()` would miss changes by a drag, which calls it first.
  controls.addEventListener('change', () => {
    isChanged = true
    if (isTouched && !following.isMoving()) tell(null)
  })
  controls.addEventListener('start', () => {
    isUsers = isTouched = true
  })
  const partShown = () => (shown === 'room' ? viewForRoom(camera.aspect) : shown)
  const frame = () => {
    const [view, reach] = [partShown(), shown === 'room' ? REACH : 0]
    const { part, distance } = placeCamera(controls, options, { view, reach, around: from })
    zooming.aim(focusOf(part, view))
    leaning.aim(view, distance)
    following.aim(view, distance)
    ;[isChanged, isUsers, isTouched] = [true, false, false]
  }
  const show = (view: View, around?: number) => {
    first ??= view
    ;[shown, from] = [view, around]
    frame()
    tell(view)
  }
  const move = (act: () => void) => {
    act()
    ;[isUsers, isTouched] = [true, false]
    tell(null)
  }
  return {
    ...{ isUpright: isUpright(box), hasMouth: options.mouth !== null },
    show,
    turnTo: (around) =>
      isUsers ? move(() => turnToDirection(controls, seenFrom(partShown(), around))) : show(shown, around),
    turn: (right, up) => move(() => moveAround(controls, { right, up })),
    zoom: (factor) => move(() => zooming.zoom(factor)),
    shift: (right, up) => move(() => shiftPicture(camera, controls, { right, up, also: leaning.points() })),
    ...{ azimuth: () => controls.getAzimuthalAngle(), reset: () => show(first ?? shown) },
    onView(listener) {
      tell = listener
    },
    resize: () => (isUsers ? undefined : frame()),
    update() {
      following.update(zooming.points())
      leaning.apply()
      const wasChanged = isChanged
      isChanged = false
      return wasChanged
    },
    close: () => controls.dispose(),
  }
}

type Sighted = { readonly view: Part; readonly reach: number; readonly around: number | undefined }

/** Has the camera see a part of the figure, with this much room on each side. It is as large from every angle. */
function placeCamera(
  controls: OrbitControls,
  { camera, ...outline }: OrbitOptions,
  { view, reach, around }: Sighted,
) {
  const part = partOf(outline, view).clone()
  part.expandByVector(new Vector3(reach * (part.max.x - part.min.x), 0, 0))
  const distance = distanceTo(part, { camera, direction: seenFrom(view) })
  part.getCenter(controls.target)
  camera.near = distance / 100
  camera.far = distance * 20
  camera.updateProjectionMatrix()
  controls.minDistance = distance * RANGE[0]
  controls.maxDistance = distance * RANGE[1]
  camera.position.copy(controls.target).add(seenFrom(view, around).setLength(distance))
  return { part, distance }
}

/** Leaves the distance as it is. */
function turnToDirection(controls: OrbitControls, direction: Vector3): void {
  const distance = controls.getDistance()
  controls.object.position.copy(controls.target).add(direction.setLength(distance))
}

function createControls(canvas: Surface, { camera, box, isInspected }: OrbitOptions): OrbitControls {
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = true
  controls.enablePan = isInspected
  controls.zoomToCursor = isInspected
  controls.maxPolarAngle = LOWEST
  // However far it is moved, a part of the figure stays near.
  box.getCenter(controls.cursor)
  controls.maxTargetRadius = box.getSize(new Vector3()).length() / 2
  return controls
}

/** Zooms towards the point that was aimed at, as long as the camera still looks at what was shown; else to the middle. */
function createZoom(controls: OrbitControls) {
  let focus = { at: controls.target.clone(), target: controls.target.clone() }
  return {
    aim(at: Vector3) {
      focus = { at, target: controls.target.clone() }
    },
    points: () => [focus.at, focus.target],
    zoom(factor: number) {
      const isMoved = !focus.target.equals(controls.target)
      const at = isMoved ? controls.target.clone() : focus.at
      zoomTowards(controls, at, factor)
      focus = { at, target: controls.target.clone() }
    },
  }
}

/** Brings the camera and what it looks at nearer to a point, as far as the controls allow. */
function zoomTowards(controls: OrbitControls, at: Vector3, factor: number): void {
  const { object, target, minDistance, maxDistance } = controls
  const distance = controls.getDistance()
  const allowed = Math.min(maxDistance, Math.max(minDistance, distance * factor)) / distance
  for (const point of [object.position, target]) point.sub(at).multiplyScalar(allowed).add(at)
}

/**
 * However the user zooms, by wheel, fingers or keys: the nearer the camera, the more it looks at one point, which comes
 * to the middle of the picture. For a figure whose parts the user cannot choose.
 */
function createLeaning(controls: OrbitControls, { isInspected, ...outline }: OrbitOptions) {
  let [focus, middle, from] = [new Vector3(), new Vector3(), 1]
  return {
    /** The view looks at its middle from this distance. */
    aim(view: Part, distance: number) {
      ;[middle, from] = [controls.target.clone(), distance]
      const nearest = view === 'feet' ? view : 'face'
      focus = isUpright(outline.box) ? focusOf(partOf(outline, nearest), nearest) : middle.clone()
    },
    points: () => [focus, middle],
    apply() {
      if (isInspected) return
      const share = Math.min(1, controls.getDistance() / from)
      // With the share alone the point would stay at its place, and what is above it leave the picture.
      const by = focus
        .clone()
        .lerp(middle, share ** 2)
        .sub(controls.target)
      if (by.length() < 1e-4 * from) return
      for (const point of [controls.object.position, controls.target]) point.add(by)
    },
  }
}

/** Angles in radians. */
type Steps = { readonly right: number; readonly up: number }

/** Moves the camera on the sphere around what it looks at, as far as the controls allow. */
function moveAround(controls: OrbitControls, { right, up }: Steps): void {
  const { object, target } = controls
  const position = new Spherical().setFromVector3(object.position.clone().sub(target))
  position.theta += right
  position.phi = Math.min(position.phi - up, LOWEST)
  position.makeSafe()
  object.position.setFromSpherical(position).add(target)
}

type Shift = { readonly right: number; readonly up: number; readonly also: readonly Vector3[] }

/** Moves the camera, what it looks at and these points, in shares of the picture's height. */
function shiftPicture(camera: PerspectiveCamera, controls: OrbitControls, { right, up, also }: Shift): void {
  const by = acrossPicture(camera, { right, up, distance: controls.getDistance() })
  for (const point of [controls.target, camera.position, ...also]) point.add(by)
}

type Way = { readonly right: number; readonly up: number; readonly distance: number }

/** The way from one place of the picture to another, which are so many picture heights apart. */
function acrossPicture(camera: PerspectiveCamera, { right, up, distance }: Way): Vector3 {
  const height = 2 * distance * halfHeight(camera)
  const [x, y] = [new Vector3(), new Vector3()]
  camera.matrixWorld.extractBasis(x, y, new Vector3())
  return x.multiplyScalar(right * height).add(y.multiplyScalar(up * height))
}

const viewForRoom = (aspect: number): Part => (aspect > WIDE ? 'upper' : 'whole')

/** Half the height of the picture at a distance of 1. */
const halfHeight = ({ fov }: PerspectiveCamera): number => Math.tan((fov * Math.PI) / 360)

type Sight = { readonly camera: PerspectiveCamera; readonly direction: Vector3 }

/** From where every corner of the box is seen, when the camera looks at its middle. */
function distanceTo(box: Box3, { camera, direction }: Sight): number {
  const out = direction.clone().normalize()
  const right = new Vector3(0, 1, 0).cross(out).normalize()
  const up = out.clone().cross(right)
  const half = box.getSize(new Vector3()).divideScalar(2)
  const tall = halfHeight(camera) / MARGIN
  let distance = 0.01
  for (const x of [-1, 1]) {
    for (const y of [-1, 1]) {
      for (const z of [-1, 1]) {
        const corner = new Vector3(x, y, z).multiply(half)
        const far = Math.max(Math.abs(corner.dot(right)) / camera.aspect, Math.abs(corner.dot(up))) / tall
        distance = Math.max(distance, far + corner.dot(out))
      }
    }
  }
  return distance
}
