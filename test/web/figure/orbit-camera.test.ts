import { Box3, PerspectiveCamera, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { createOrbitCamera } from '../../../src/web/figure/orbit-camera.js'
import type { View } from '../../../src/web/figure/views.js'

/** A canvas as far as the camera needs one, and the wheel over it. */
function fakeCanvas() {
  const listeners = new Map<string, (event: object) => void>()
  const place = { addEventListener: () => {}, removeEventListener: () => {} }
  const canvas = {
    ...{ style: {}, clientWidth: 300, clientHeight: 600 },
    addEventListener: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    removeEventListener: () => {},
    getRootNode: () => place,
    ownerDocument: place,
  }
  const wheel = () =>
    listeners.get('wheel')?.({
      deltaY: -300,
      deltaMode: 0,
      clientX: 150,
      clientY: 300,
      preventDefault: () => {},
    })
  return { canvas: canvas as unknown as Parameters<typeof createOrbitCamera>[0], wheel }
}

const BOX = new Box3(new Vector3(-0.4, 0, -0.2), new Vector3(0.4, 1.7, 0.2))
const NECK = 1.2
/** About the middle of the face of such a figure. */
const FACE = new Vector3(0, 1.45, 0)

/** Of its head. */
const TOP = new Vector3(0, 1.68, 0)

function given(view: View, aspect = 0.5) {
  const { canvas, wheel } = fakeCanvas()
  const camera = new PerspectiveCamera(30, aspect, 0.01, 100)
  const orbit = createOrbitCamera(canvas, { camera, box: BOX, neck: NECK, mouth: null, isInspected: false })
  orbit.show(view)
  orbit.update()
  /** Where the picture has a point: 1 is its upper or right edge. */
  const placeOf = (point: Vector3) => {
    camera.updateMatrixWorld()
    return point.clone().project(camera)
  }
  return { camera, orbit, wheel, placeOf }
}

const settle = (update: () => boolean) => {
  for (let frames = 0; frames < 200 && update(); frames += 1);
}

test.each(['wheel', 'key'] as const)(
  'zooming by %s keeps the face in the picture, and out again nothing is lost',
  (by) => {
    const { orbit, wheel, placeOf, camera } = given('room')
    const before = { face: placeOf(FACE), camera: camera.position.clone() }
    for (let step = 0; step < 4; step += 1) {
      if (by === 'wheel') wheel()
      else orbit.zoom(0.8)
      settle(orbit.update)
    }
    const { x, y } = placeOf(FACE)
    expect(camera.position.distanceTo(FACE)).toBeLessThan(before.camera.distanceTo(FACE) / 1.8)
    expect(Math.abs(x)).toBeLessThan(0.2)
    // Nearer to the middle than before, or the top of the head would leave the picture.
    expect(Math.abs(y)).toBeLessThan(0.7 * Math.abs(before.face.y))
    expect(placeOf(TOP).y).toBeLessThan(1)
    orbit.reset()
    settle(orbit.update)
    expect(camera.position.distanceTo(before.camera)).toBeLessThan(0.01)
  },
)

test('a face stays where it is in the picture while the head moves, also after the camera was turned', () => {
  const { canvas } = fakeCanvas()
  const camera = new PerspectiveCamera(30, 0.5, 0.01, 100)
  const moved = new Vector3()
  const head = { moved: () => moved.clone() }
  const orbit = createOrbitCamera(canvas, {
    ...{ camera, box: BOX, neck: NECK, mouth: null, head, isInspected: true },
  })
  const placeOf = (point: Vector3) => {
    orbit.update()
    camera.updateMatrixWorld()
    return point.clone().add(moved).project(camera)
  }
  orbit.show('face')
  for (const act of [() => {}, () => orbit.turn(0.5, 0.1), () => orbit.zoom(0.8)]) {
    act()
    const before = placeOf(FACE)
    moved.add(new Vector3(0.05, -0.03, 0.02))
    expect(placeOf(FACE).distanceTo(before)).toBeLessThan(1e-3)
  }
  orbit.show('whole')
  const before = placeOf(FACE)
  moved.add(new Vector3(0.05, 0, 0))
  expect(placeOf(FACE).distanceTo(before)).toBeGreaterThan(0.01)
})

test('a face is seen straight from the front, a whole figure a little from its side', () => {
  const { orbit } = given('face')
  expect(orbit.azimuth()).toBeCloseTo(0)
  orbit.show('whole')
  orbit.update()
  expect(orbit.azimuth()).toBeGreaterThan(0.2)
})

test('from each side a view is as far away and as high, also after it was turned upwards', () => {
  const { orbit, camera } = given('feet')
  const height = camera.position.y
  const distance = camera.position.length()
  orbit.show('feet', Math.PI / 2)
  orbit.update()
  expect(orbit.azimuth()).toBeCloseTo(Math.PI / 2)
  expect(camera.position.y).toBeCloseTo(height)
  expect(camera.position.length()).toBeCloseTo(distance)
  orbit.turn(0.2, 0.3)
  orbit.update()
  expect(camera.position.y).not.toBeCloseTo(height)
  orbit.turnTo(0)
  orbit.update()
  expect(orbit.azimuth()).toBeCloseTo(0)
  expect(camera.position.y).toBeCloseTo(height)
})

test('a side is kept when the canvas changes, and left by going back to the first view', () => {
  const { orbit } = given('whole')
  const first = orbit.azimuth()
  orbit.turnTo(-Math.PI / 2)
  orbit.resize()
  orbit.update()
  expect(orbit.azimuth()).toBeCloseTo(-Math.PI / 2)
  orbit.reset()
  orbit.update()
  expect(orbit.azimuth()).toBeCloseTo(first)
})

test('a narrow room has a place for an arm that waves', () => {
  const hand = new Vector3(-0.55, 1.2, 0)
  expect(Math.abs(given('room', 0.35).placeOf(hand).x)).toBeLessThan(1)
  expect(Math.abs(given('whole', 0.35).placeOf(hand).x)).toBeGreaterThan(1)
})
