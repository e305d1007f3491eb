import { useEffect, useRef, useState } from 'preact/hooks'
import type { Doing } from './clips.js'
import type { Stage } from './stage.js'

type FigureProps = {
  readonly url: string
  readonly name: string
  readonly doing: Doing
  /** It cannot be shown in this browser, or there is nothing at that address. */
  readonly onBroken: () => void
}

/** The character in 3D. What that takes is loaded now, and not by visitors of characters without a model. */
export function Figure({ url, name, doing, onBroken }: FigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    let isGone = false
    let opened: Stage | undefined
    open(current, url).then(
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
  useEffect(() => (stage === null ? undefined : holdAsAsked(stage)), [stage])
  useEffect(() => stage?.show(doing), [stage, doing])
  // Once, as the visitor comes in.
  useEffect(() => stage?.show('wave'), [stage])
  return (
    <canvas class="figure" ref={canvas} role="img" aria-label={`${name}, in 3D`} aria-busy={stage === null} />
  )
}

async function open(canvas: HTMLCanvasElement, url: string): Promise<Stage> {
  const { openStage } = await import('./stage.js')
  return openStage(canvas, url)
}

function holdAsAsked(stage: Stage): () => void {
  const wish = matchMedia('(prefers-reduced-motion: reduce)')
  const heed = () => stage.hold(wish.matches)
  heed()
  wish.addEventListener('change', heed)
  return () => wish.removeEventListener('change', heed)
}
