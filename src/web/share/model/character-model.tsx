import { useEffect, useRef, useState } from 'preact/hooks'
import type { Gesture } from './animation-clips.js'
import type { CharacterScene } from './character-scene.js'

type CharacterModelProps = {
  readonly url: string
  readonly name: string
  readonly gesture: Gesture
  /** It cannot be shown in this browser, or there is nothing at that address. */
  readonly onBroken: () => void
}

/** The character in 3D. What that takes is loaded now, and not by visitors of characters without a model. */
export function CharacterModel({ url, name, gesture: doing, onBroken }: CharacterModelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<CharacterScene | null>(null)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    let isGone = false
    let opened: CharacterScene | undefined
    loadScene(current, url).then(
      (next) => {
        if (isGone) return next.close()
        opened = next
        setStage(next)
      },
      () => (isGone ? undefined : onBroken()),
    )
    return () => {
      isGone = true
      opened?.close()
      setStage(null)
    }
  }, [url, onBroken])
  useEffect(() => (stage === null ? undefined : followReducedMotion(stage)), [stage])
  useEffect(() => stage?.setGesture(doing), [stage, doing])
  // Once, as the visitor comes in.
  useEffect(() => stage?.setGesture('wave'), [stage])
  return (
    <canvas class="figure" ref={canvas} role="img" aria-label={`${name}, in 3D`} aria-busy={stage === null} />
  )
}

async function loadScene(canvas: HTMLCanvasElement, url: string): Promise<CharacterScene> {
  const { openCharacterScene } = await import('./character-scene.js')
  return openCharacterScene(canvas, url)
}

function followReducedMotion(stage: CharacterScene): () => void {
  const wish = matchMedia('(prefers-reduced-motion: reduce)')
  const heed = () => stage.setPaused(wish.matches)
  heed()
  wish.addEventListener('change', heed)
  return () => wish.removeEventListener('change', heed)
}
