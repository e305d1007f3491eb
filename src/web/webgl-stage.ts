import { PerspectiveCamera, Scene, WebGLRenderer } from 'three'
import { createFrameClock } from './frame-clock.js'

/** A canvas with a renderer, a scene, a camera, and the loop that draws them. */
export type WebglStage = {
  readonly renderer: WebGLRenderer
  readonly scene: Scene
  readonly camera: PerspectiveCamera
  /** Draws at once, then a frame whenever something moves or has changed. Starts paused. */
  run(frames: StageFrames): void
  /** Stops or continues the animation; changes are still drawn. */
  setPaused(isPaused: boolean): void
  /** Requests a new frame after a change that the stage cannot see. */
  invalidate(): void
  /** Stops the loop and frees the WebGL context. */
  close(): void
}

export type StageFrames = {
  /** Advances the animation; not called while paused. */
  animate(seconds: number): void
  /** Called before each frame; returns whether the camera has moved. */
  updateCamera?(): boolean
  /** Called when the canvas, and with it the camera's aspect ratio, has another size. */
  onResize?(): void
}

/** Draws into the canvas, whose size may change. Throws when the browser has no WebGL. */
export function createWebglStage(canvas: HTMLCanvasElement, fieldOfViewDegrees: number): WebglStage {
  // Transparent, so that the page's own colours are the background.
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
  const scene = new Scene()
  const camera = new PerspectiveCamera(fieldOfViewDegrees, 1, 0.01, 100)
  const clock = createFrameClock()
  let isPaused = true
  let isChanged = true

  return {
    renderer,
    scene,
    camera,
    run({ animate, updateCamera = () => false, onResize = () => undefined }) {
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
      renderer.dispose()
      renderer.forceContextLoss()
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
