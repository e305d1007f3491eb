import {
  type AnimationAction,
  type AnimationClip,
  AnimationMixer,
  LoopOnce,
  LoopRepeat,
  type Object3D,
} from 'three'

/** Plays the clips of one model. */
export type ClipPlayer = {
  /** Unique: duplicates and unnamed clips have their index. */
  readonly names: readonly string[]
  /** Fades to this clip, which repeats, or begins it at once; null is the rest pose. */
  loop(name: string | null, isAtOnce?: boolean): void
  /** Fades to this clip and, when it is over, back to the one that repeats. */
  playOnce(name: string): void
  /** Where the clip is that was begun last; null in the rest pose. */
  moment(): Moment | null
  /** Shows that clip as it is after so many seconds, without a fade; it goes on from there. */
  seek(seconds: number): void
  /** Advances by seconds. */
  update(seconds: number): void
}

/** In seconds of a clip. */
export type Moment = { readonly at: number; readonly duration: number }

const FADE_SECONDS = 0.3

/** `onClip` receives the name of each clip that begins. */
export function createClipPlayer(
  root: Object3D,
  { animations, onClip }: { animations: readonly AnimationClip[]; onClip(name: string): void },
): ClipPlayer {
  const mixer = new AnimationMixer(root)
  const clips = uniquelyNamedClips(animations)
  let looped: string | null = null
  let current: { readonly name: string; readonly action: AnimationAction } | undefined
  /** What is played once is not over. */
  let isOnce = false

  const play = (name: string, repeats: boolean, isAtOnce = false) => {
    const clip = clips.get(name)
    if (clip === undefined || name === current?.name) return
    const action = mixer.clipAction(clip).reset()
    action.setLoop(repeats ? LoopRepeat : LoopOnce, Number.POSITIVE_INFINITY)
    action.clampWhenFinished = true
    if (isAtOnce) mixer.stopAllAction()
    else if (current !== undefined) action.crossFadeFrom(current.action, FADE_SECONDS, false)
    action.play()
    current = { name, action }
    isOnce = !repeats
    onClip(name)
  }
  const rest = () => {
    mixer.stopAllAction()
    current = undefined
    isOnce = false
  }
  const resume = (isAtOnce = false) => (looped === null ? rest() : play(looped, true, isAtOnce))
  mixer.addEventListener('finished', () => {
    isOnce = false
    resume()
  })
  return {
    names: [...clips.keys()],
    loop(name, isAtOnce) {
      looped = name
      // A reply that ends does not end the action that came with it.
      if (!isOnce || isAtOnce) resume(isAtOnce)
    },
    playOnce: (name) => play(name, false),
    moment() {
      if (current === undefined) return null
      const { action } = current
      return { at: action.time, duration: action.getClip().duration }
    },
    seek(seconds) {
      if (current === undefined) return
      const { action } = current
      mixer.stopAllAction()
      action.play().time = Math.min(Math.max(seconds, 0), action.getClip().duration)
      mixer.update(0)
    },
    update: (seconds) => void mixer.update(seconds),
  }
}

function uniquelyNamedClips(animations: readonly AnimationClip[]): Map<string, AnimationClip> {
  const clips = new Map<string, AnimationClip>()
  for (const [at, clip] of animations.entries()) {
    const name = clip.name || `animation_${at}`
    clips.set(clips.has(name) ? `${name} (${at})` : name, clip)
  }
  return clips
}
