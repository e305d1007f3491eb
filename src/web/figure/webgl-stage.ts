import {
  AmbientLight,
  type Box3,
  CircleGeometry,
  DirectionalLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { createFrameClock } from './frame-clock.js'

/** A canvas with a renderer, a lit scene with a ground, a camera, and the loop that draws them. */
export type WebglStage = {
  readonly scene: Scene
  readonly camera: PerspectiveCamera
  /** Lights a figure that takes up this box, and lays the ground under its feet. */
  light(box: Box3): void
  /** Turns the light with the camera, so that what is seen is never in the dark and the shadow falls behind it. */
  turnLight(azimuth: number): void
  /** Draws at once, then a frame whenever something moves or has changed. Starts paused. */
  run(frames: StageFrames): void
  /** Stops or continues the animation; changes are still drawn. */
  setPaused(isPaused: boolean): void
  /** Requests a new frame after a change that the stage cannot see. */
  invalidate(): void
  /** Stops the loop and frees the WebGL context. */
  close(): void
}

type StageFrames = {
  /** Advances the animation; not called while paused. */
  animate(seconds: number): void
  /** Called before each frame; returns whether the camera has moved. */
  updateCamera(): boolean
  /** Called when the canvas, and with it the camera's aspect ratio, has another size. */
  onResize(): void
}

/** Vertical; narrow, so that faces look as they do from some steps away. */
const FIELD_OF_VIEW_DEGREES = 30

/** Draws into the canvas, whose size may change. Throws when the browser has no WebGL. */
export function createWebglStage(canvas: HTMLCanvasElement): WebglStage {
  // Transparent, so that the page's own colours are the background.
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  // Keeps the colours of the texture, which are those of the poster.
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  const scene = new Scene()
  const lights = addLights(renderer, scene)
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100)
  const clock = createFrameClock()
  let isPaused = true
  let isChanged = true

  return {
    scene,
    camera,
    ...lights,
    run({ animate, updateCamera, onResize }) {
      const frame = (seconds: number) => {
        const isResized = fitToCanvas(renderer, camera)
        if (isResized) onResize()
        const isMoved = updateCamera()
        // Without a graphics card each frame costs processor time, so an identical one is not drawn.
        if (isPaused && !isResized && !isMoved && !isChanged) return
        if (!isPaused) animate(seconds)
        renderer.render(scene, camera)
        isChanged = false
      }
      frame(0)
      renderer.setAnimationLoop((time) => frame(clock.step(time)))
    },
    setPaused(pause) {
      isPaused = pause
      clock.reset()
    },
    invalidate() {
      isChanged = true
    },
    close() {
      renderer.setAnimationLoop(null)
      scene.environment?.dispose()
      renderer.dispose()
      renderer.forceContextLoss()
    },
  }
}

/** From the figure to the lamp, seen from the front; high, so that the shadow stays near. */
const LAMP_DIRECTION = new Vector3(0.8, 4, 2.1).normalize()
/** Room for arms and wings that move out of the first pose. */
const SHADOW_MARGIN = 1.25

/** Adds the light of a room, a lamp in front, and a ground for the shadow. */
function addLights(renderer: WebGLRenderer, scene: Scene): Pick<WebglStage, 'light' | 'turnLight'> {
  const rooms = new PMREMGenerator(renderer)
  scene.environment = rooms.fromScene(new RoomEnvironment(), 0.04).texture
  scene.environmentIntensity = 0.5
  rooms.dispose()

  const lamp = new DirectionalLight('#fff4e5', 1.7)
  lamp.castShadow = true
  lamp.shadow.mapSize.set(1024, 1024)
  lamp.shadow.radius = 4
  const ground = new Mesh(new CircleGeometry(6, 48), new ShadowMaterial({ opacity: 0.28 }))
  ground.rotation.x = -Math.PI / 2
  ground.receiveShadow = true
  scene.add(new AmbientLight('#ffffff', 0.25), lamp, lamp.target, ground)
  const lit = new Sphere(new Vector3(), 1)
  return {
    light(box) {
      box.getBoundingSphere(lit)
      ground.position.y = box.min.y
      lamp.target.position.copy(lit.center)
      // The shadow map covers the figure and no more, or its edges would be coarse.
      const reach = lit.radius * SHADOW_MARGIN
      const { camera } = lamp.shadow
      Object.assign(camera, { left: -reach, right: reach, bottom: -reach, top: reach })
      Object.assign(camera, { near: reach, far: 5 * reach })
      camera.updateProjectionMatrix()
      lamp.shadow.normalBias = reach / 80
    },
    turnLight(azimuth) {
      const towards = LAMP_DIRECTION.clone().applyAxisAngle(new Vector3(0, 1, 0), azimuth)
      lamp.position.copy(lit.center).addScaledVector(towards, 3 * lit.radius * SHADOW_MARGIN)
      scene.environmentRotation.y = azimuth
    },
  }
}

/** Fits the drawing buffer and the camera to the size of the canvas; returns whether it has changed. */
function fitToCanvas(renderer: WebGLRenderer, camera: PerspectiveCamera): boolean {
  const { clientWidth: width, clientHeight: height } = renderer.domElement
  if (width === 0 || height === 0) return false
  const ratio = Math.min(window.devicePixelRatio, 2)
  const { width: drawn, height: drawnHeight } = renderer.domElement
  if (drawn === Math.floor(width * ratio) && drawnHeight === Math.floor(height * ratio)) return false
  renderer.setPixelRatio(ratio)
  renderer.setSize(width, height, false)
  camera.aspect = width / height
  camera.updateProjectionMatrix()
  return true
}
