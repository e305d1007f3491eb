import { useEffect, useRef, useState } from 'preact/hooks'
import type { Gesture } from './animation-clips.js'
import type { CharacterScene } from './character-scene.js'
import type { FigureAnimation } from './figure-animation.js'

type CharacterModelProps = {
  readonly url: string
  readonly name: string
  readonly gesture: Gesture
  readonly figure: FigureAnimation
  /** Called when the browser cannot show it or the address has no model. */
  readonly onBroken: () => void
}

/** The character in 3D. The code for it is loaded on demand, since most characters have no model. */
export function CharacterModel({ url, name, gesture, figure, onBroken }: CharacterModelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [scene, setScene] = useState<CharacterScene | null>(null)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    let isGone = false
    let opened: CharacterScene | undefined
    loadScene(current, url, figure).then(
      (next) => {
        if (isGone) return next.close()
        opened = next
        setScene(next)
      },
      () => (isGone ? undefined : onBroken()),
    )
    return () => {
      isGone = true
      opened?.close()
      setScene(null)
    }
  }, [url, figure, onBroken])
  useEffect(() => (scene === null ? undefined : followReducedMotion(scene)), [scene])
  useEffect(() => scene?.setGesture(gesture), [scene, gesture])
  useEffect(
    () => (scene === null ? undefined : figure.onAction((name) => scene.playAction(name))),
    [scene, figure],
  )
  // Waves once, when the visitor enters.
  useEffect(() => scene?.setGesture('wave'), [scene])
  return (
    <canvas
      class="character-model"
      ref={canvas}
      role="img"
      aria-label={`${name}, in 3D`}
      aria-busy={scene === null}
    />
  )
}

async function loadScene(
  canvas: HTMLCanvasElement,
  url: string,
  figure: FigureAnimation,
): Promise<CharacterScene> {
  const { openCharacterScene } = await import('./character-scene.js')
  return openCharacterScene(canvas, { url, figure })
}

function followReducedMotion(scene: CharacterScene): () => void {
  const query = matchMedia('(prefers-reduced-motion: reduce)')
  const apply = () => scene.setPaused(query.matches)
  apply()
  query.addEventListener('change', apply)
  return () => query.removeEventListener('change', apply)
}
