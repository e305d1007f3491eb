import { Box3, type Object3D } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { blinkAt, createBlendshapePlayer, mouthOf } from './blendshape-player.js'
import { type ClipPlayer, createClipPlayer } from './clip-player.js'
import { createCalmPace, createDrawingPace } from './drawing-pace.js'
import type { FaceWeights } from './face-frames.js'
import { watchHead } from './head.js'
import { createOrbitCamera, type OrbitCamera } from './orbit-camera.js'
import type { View } from './views.js'
import { createWebglStage, type WebglStage } from './webgl-stage.js'

/** A figure on a canvas: lit, with a shadow, turned by hand, its clips and its face played. */
export type FigureStage = Pick<ClipPlayer, 'moment' | 'playOnce'> & {
  /** Fades to this clip, which repeats; while paused its first pose is shown. Null is the rest pose. */
  loop(name: string | null): void
  /** Names of its clips. */
  readonly clips: readonly string[]
  /** Names of the blendshapes that its face has. */
  readonly blendshapes: readonly string[]
  /** Of these, those that move nothing. */
  readonly stillBlendshapes: readonly string[]
  readonly orbit: OrbitCamera
  /** What the model is made of, after what it has loaded. */
  readonly root: Object3D
  /** Shows the current clip as it is after so many seconds, also while stopped. */
  seek(seconds: number): void
  /** Plays clips so many times as fast as they are. */
  setSpeed(rate: number): void
  /** Shows the current face at once, also while stopped. */
  refreshFace(): void
  /** Stops or continues clips and face; starts stopped. */
  setPaused(isPaused: boolean): void
  /** Frees the WebGL context and removes the listeners. */
  close(): void
}

type FigureOptions = {
  /** Binary glTF, or its address. */
  readonly source: ArrayBuffer | string
  readonly view: View
  /** Whether the user can look closely at any part of it. */
  readonly isInspected?: boolean
  /** Called with each clip that begins, also between others. */
  onClip?(name: string): void
  /** Called whenever a clip has been moved on. */
  onMoment?(): void
  /** Whether so little happens that it need not be drawn at every frame; asked before each. Never, unless given. */
  isCalm?(): boolean
  /** Chooses the clip that repeats at first. */
  firstClip(names: readonly string[]): string | null
  /** The face to show now, read for each frame; one without `jawOpen` is at rest, and blinks. */
  face(): FaceWeights
}

/**
 * Loads a model and draws it into the canvas, whose size may change; the canvas names the current clip in `data-clip`.
 * Rejects for an invalid model, and by `NoWebglError` where there is no WebGL. Resolves after the first frame.
 */
export async function openFigureStage(
  canvas: HTMLCanvasElement,
  options: FigureOptions,
): Promise<FigureStage> {
  const { source, view, isInspected = false, firstClip, face: faceNow, onClip, onMoment } = options
  const { scene: root, animations } = await load(source)
  const pace = isInspected ? createCalmPace(options.isCalm) : createDrawingPace()
  const stage = createWebglStage(canvas, { isBesideText: !isInspected, pace })
  castShadows(root)
  stage.scene.add(root)
  const clips = createClipPlayer(root, {
    animations,
    onClip: (name) => {
      canvas.dataset['clip'] = name
      onClip?.(name)
    },
  })
  const face = createLivingFace(root, faceNow)
  let isPaused = true
  const watched = { isPaused: () => isPaused, onChange: stage.invalidate, onMoment }
  const { advance, ...motion } = createMotion(clips, watched)
  motion.loop(firstClip(clips.names))
  const orbit = openCamera(canvas, { root, stage, isInspected })
  orbit.show(view)
  await stage.prepare()
  stage.run({
    animate(seconds) {
      advance(seconds)
      face.advance(seconds)
    },
    updateCamera() {
      const isMoved = orbit.update()
      stage.turnLight(orbit.azimuth())
      return isMoved
    },
    onResize: orbit.resize,
  })
  const refreshFace = () => {
    face.settle()
    stage.invalidate()
  }
  return {
    clips: clips.names,
    blendshapes: face.names,
    stillBlendshapes: face.still,
    orbit,
    root,
    ...motion,
    ...{ playOnce: clips.playOnce, moment: clips.moment },
    refreshFace,
    setPaused(isNow) {
      isPaused = isNow
      stage.setPaused(isNow)
      if (isNow) refreshFace()
    },
    close() {
      orbit.close()
      stage.close()
    },
  }
}

type Seen = { readonly root: Object3D; readonly stage: WebglStage; readonly isInspected: boolean }

/** A camera for a figure as it stands now, and light for what it sees. */
function openCamera(canvas: HTMLCanvasElement, { root, stage, isInspected }: Seen): OrbitCamera {
  const [box, mouth] = [boxOf(root), mouthOf(root)]
  stage.light(box)
  const head = watchHead(root, mouth)
  const { camera } = stage
  return createOrbitCamera(canvas, { camera, box, neck: head.neck, mouth, head, isInspected })
}

type Watched = {
  isPaused(): boolean
  /** What is shown has changed though no time has gone by. */
  onChange(): void
  readonly onMoment: FigureOptions['onMoment']
}

/** Plays clips at any speed, and shows at once what is chosen of them. */
function createMotion(clips: ClipPlayer, { isPaused, onChange, onMoment }: Watched) {
  let speed = 1
  const show = () => {
    onChange()
    onMoment?.()
  }
  return {
    loop(name: string | null) {
      // A fade would wait for time to go on.
      clips.loop(name, isPaused())
      // The first pose at once, also while it is paused.
      clips.update(0)
      show()
    },
    seek(seconds: number) {
      clips.seek(seconds)
      show()
    },
    setSpeed(rate: number) {
      speed = rate
    },
    advance(seconds: number) {
      clips.update(seconds * speed)
      onMoment?.()
    },
  }
}

/** A face that is read for each frame, and blinks while it is at rest. */
function createLivingFace(root: Object3D, faceNow: () => FaceWeights) {
  const { names, still, show } = createBlendshapePlayer(root)
  let time = 0
  const follow = (seconds: number) => {
    const wanted = faceNow()
    show('jawOpen' in wanted ? wanted : { ...blinkAt(time), ...wanted }, seconds)
  }
  return {
    names,
    still,
    advance(seconds: number) {
      time += seconds
      follow(seconds)
    },
    /** Shows the face of now at once, never in the middle of a blink. */
    settle: () => show(faceNow(), Number.POSITIVE_INFINITY),
  }
}

const load = (source: ArrayBuffer | string) =>
  typeof source === 'string' ? new GLTFLoader().loadAsync(source) : new GLTFLoader().parseAsync(source, '')

function castShadows(root: Object3D): void {
  root.traverse((part) => {
    part.castShadow = true
    // A skinned part has the bounds of its rest pose and would be culled when it moves out of them.
    part.frustumCulled = false
  })
}

/** What the figure takes up in its current pose. */
function boxOf(root: Object3D): Box3 {
  root.updateMatrixWorld(true)
  return new Box3().setFromObject(root, true)
}
