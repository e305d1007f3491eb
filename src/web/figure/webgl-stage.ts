import {
  AmbientLight,
  type Box3,
  CircleGeometry,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  ShadowMaterial,
  Sphere,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { DrawingPace } from './drawing-pace.js'
import { createFrameClock } from './frame-clock.js'

/** A canvas with a renderer, a lit scene with a ground, a camera, and the loop that draws them. */
export type WebglStage = {
  readonly scene: Scene
  readonly camera: PerspectiveCamera
  /** Lights a figure that takes up this box, and lays the ground under its feet. */
  light(box: Box3): void
  /** Turns the light with the camera, so that what is seen is never in the dark and the shadow falls behind it. */
  turnLight(azimuth: number): void
  /** Has the browser prepare what it draws with, beside what else the page does. */
  prepare(): Promise<void>
  /** Draws at once, then a frame whenever something moves or has changed, as often as the page can afford. Starts paused. */
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

type StageOptions = {
  /** The page has to answer while it draws, also where the processor draws: then coarser, rarer, and in simpler light. */
  readonly isBesideText: boolean
  readonly pace: DrawingPace
}

/** The browser does not draw in 3D. */
export class NoWebglError extends Error {
  override readonly name = 'NoWebglError'
}

/** Draws into the canvas, whose size may change. Throws `NoWebglError` when the browser has no WebGL. */
export function createWebglStage(
  canvas: HTMLCanvasElement,
  { isBesideText, pace }: StageOptions,
): WebglStage {
  const renderer = openRenderer(canvas)
  // Keeps the colours of the texture, which are those of the poster.
  renderer.toneMapping = NeutralToneMapping
  renderer.shadowMap.enabled = true
  renderer.shadowMap.type = PCFShadowMap
  const scene = new Scene()
  const lights = addLights(renderer, scene, { isSimple: isBesideText && isSoftware(renderer) })
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100)
  const clock = createFrameClock()
  let isPaused = true
  let isChanged = true
  let drawnAt: number | undefined
  let isDrawn = () => true

  return {
    scene,
    camera,
    ...lights,
    async prepare() {
      // What waits for the browser complains where it cannot be asked.
      if (renderer.extensions.has('KHR_parallel_shader_compile')) await renderer.compileAsync(scene, camera)
      else renderer.compile(scene, camera)
    },
    run({ animate, updateCamera, onResize }) {
      const frame = (seconds: number) => {
        const isResized = fitToCanvas(renderer, camera, pace.ratio)
        if (isResized) onResize()
        // The camera may follow what moves.
        if (!isPaused) animate(seconds)
        const isMoved = updateCamera()
        // Without a graphics card each frame costs processor time, so an identical one is not drawn.
        if (isPaused && !isResized && !isMoved && !isChanged) return
        drawnAt = performance.now()
        renderer.render(scene, camera)
        if (isBesideText) isDrawn = fenceBehind(renderer)
        isChanged = false
      }
      frame(0)
      renderer.setAnimationLoop((time) => {
        // A call to WebGL while it is drawing would hold up the page until it has drawn.
        if (!isDrawn()) return
        const now = performance.now()
        if (drawnAt !== undefined) pace.drawn(drawnAt, now)
        drawnAt = undefined
        if (pace.isDue(now)) frame(clock.step(time))
      })
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

function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    // Transparent, so that the page's own colours are the background.
    return new WebGLRenderer({ canvas, antialias: true, alpha: true })
  } catch (cause) {
    throw new NoWebglError('WebGL is off or missing', { cause })
  }
}

/** Tells whether all that was drawn until now is done. */
function fenceBehind(renderer: WebGLRenderer): () => boolean {
  const gl = renderer.getContext() as WebGL2RenderingContext
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  let isDone = fence === null
  return () => {
    if (fence === null || isDone) return true
    isDone = gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED
    if (isDone) gl.deleteSync(fence)
    return isDone
  }
}

/** From the figure to the lamp, seen from the front; high, so that the shadow stays near. */
const LAMP_DIRECTION = new Vector3(0.8, 4, 2.1).normalize()
/** Room for arms and wings that move out of the first pose. */
const SHADOW_MARGIN = 1.25

/** Adds the light of a room, a lamp in front, and a ground for the shadow. */
function addLights(
  renderer: WebGLRenderer,
  scene: Scene,
  { isSimple }: { readonly isSimple: boolean },
): Pick<WebglStage, 'light' | 'turnLight'> {
  if (isSimple) scene.add(new HemisphereLight('#ffffff', '#d8d0c6', SKY_INTENSITY))
  else scene.environment = roomIn(renderer)
  scene.environmentIntensity = 0.5

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

/** As bright as the room. */
const SKY_INTENSITY = 2

function roomIn(renderer: WebGLRenderer): Texture {
  const rooms = new PMREMGenerator(renderer)
  const { texture } = rooms.fromScene(new RoomEnvironment(), 0.04)
  rooms.dispose()
  return texture
}

/** Without a graphics card the light of a room takes seconds to prepare, in which the page cannot answer. */
function isSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext()
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL))
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
}

/** Fits the drawing buffer and the camera to the size of the canvas; returns whether it has changed. */
function fitToCanvas(renderer: WebGLRenderer, camera: PerspectiveCamera, mostRatio: number): boolean {
  const { clientWidth: width, clientHeight: height } = renderer.domElement
  if (width === 0 || height === 0) return false
  const ratio = Math.min(window.devicePixelRatio, mostRatio)
  const { width: drawn, height: drawnHeight } = renderer.domElement
  if (drawn === Math.floor(width * ratio) && drawnHeight === Math.floor(height * ratio)) return false
  renderer.setPixelRatio(ratio)
  renderer.setSize(width, height, false)
  camera.aspect = width / height
  camera.updateProjectionMatrix()
  return true
}
