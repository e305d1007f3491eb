import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
// biome-ignore lint/correctness/useImportExtensions: a style sheet, which is loaded with this file.
import './character-model.css'
import type { Gesture } from '../../figure/clip-names.js'
import { FirstViewIcon } from '../appearance/icons.js'
import { ThemeSwitch } from '../appearance/theme-switch.js'
import type { FigureAnimation } from './figure-animation.js'
import type { openVisitStage, VisitStage } from './figure-stage.js'

export type CharacterModelProps = {
  readonly url: string
  readonly name: string
  /** The path of a picture of the figure, which stands in for it until, or unless, the browser has drawn it. */
  readonly poster: string | null
  readonly gesture: Gesture
  readonly figure: FigureAnimation
  /** Called when there is neither a figure nor a picture of it to show. */
  readonly onBroken: () => void
}

/** The character in 3D, above its picture, which is there before what draws models is loaded. */
export function CharacterModel({ url, name, poster, gesture, figure, onBroken }: CharacterModelProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<VisitStage | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [hasPoster, setPoster] = useState(poster !== null)
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return
    let isGone = false
    let opened: VisitStage | undefined
    openStage(current, url, figure).then(
      (next) => {
        if (isGone) return next.close()
        opened = next
        setStage(next)
      },
      () => (isGone ? undefined : setFailed(true)),
    )
    return () => {
      isGone = true
      opened?.close()
      setStage(null)
    }
  }, [url, figure])
  useEffect(() => stage?.show(gesture), [stage, gesture])
  // Before the next frame: it would show the empty place of a figure.
  useLayoutEffect(() => {
    if (isFailed && !hasPoster) onBroken()
  }, [isFailed, hasPoster, onBroken])
  return (
    <div class={stage === null ? 'character-model' : 'character-model drawn'}>
      {poster !== null && hasPoster && (
        <img src={poster} alt={isFailed ? name : ''} onError={() => setPoster(false)} />
      )}
      {!isFailed && (
        <canvas
          ref={canvas}
          role="img"
          tabIndex={0}
          aria-label={`${name}, in 3D. Arrow keys turn, plus and minus zoom, 0 shows all.`}
          aria-busy={stage === null}
          onPointerMove={({ buttons }) => buttons !== 0 && setMoved(true)}
          onWheel={() => setMoved(true)}
          onKeyDown={({ key }) => (key === '0' ? setMoved(false) : MOVING.test(key) && setMoved(true))}
        />
      )}
      {stage !== null && (
        <ViewHelp
          isMoved={isMoved}
          reset={() => {
            stage.resetView()
            setMoved(false)
            // The button, which had the focus, is gone.
            canvas.current?.focus()
          }}
        />
      )}
      <div class="corner">
        <ThemeSwitch />
      </div>
    </div>
  )
}

/** Keys that turn the figure or zoom (stage-keys.ts). */
const MOVING = /^(?:Arrow\w{1,9}|[+-])$/

type ViewHelpProps = { readonly isMoved: boolean; readonly reset: () => void }

/** How the figure is moved, until it was; then the way back. The figure's own name tells it to those who do not see. */
const ViewHelp = ({ isMoved, reset }: ViewHelpProps) =>
  isMoved ? (
    <button type="button" class="view-help" title="Back to the first view" onClick={reset}>
      <FirstViewIcon />
      Reset view
    </button>
  ) : (
    <p class="view-help" aria-hidden="true">
      <span class="by-mouse">Drag to turn, wheel to zoom</span>
      <span class="by-touch">Drag to turn, pinch to zoom</span>
      <span class="by-keys">Arrows turn, +&nbsp;−&nbsp;zoom</span>
    </p>
  )

async function openStage(...of: Parameters<typeof openVisitStage>): Promise<VisitStage> {
  const late = await import('./figure-stage.js')
  return late.openVisitStage(...of)
}
