import { findActionClip, findClip, type Gesture } from '../../figure/clip-names.js'
import { openFigureStage } from '../../figure/figure-stage.js'
import { bindStageKeys } from '../../figure/stage-keys.js'
import type { FigureAnimation } from './figure-animation.js'

/** The figure of a visit on its canvas. */
export type VisitStage = {
  /** Repeats what goes with this gesture. */
  show(gesture: Gesture): void
  resetView(): void
  close(): void
}

/** Draws the figure, which greets once and then does what the character does, unless the visitor wants no movement. */
export async function openVisitStage(
  canvas: HTMLCanvasElement,
  url: string,
  figure: FigureAnimation,
): Promise<VisitStage> {
  const stage = await openFigureStage(canvas, {
    source: url,
    view: 'room',
    firstClip: (names) => findClip('idle', names) ?? null,
    face: figure.face,
  })
  const { clips, orbit } = stage
  bindStageKeys(canvas, orbit)
  const play = (clip: string | undefined) => clip !== undefined && stage.playOnce(clip)
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const applyCalm = () => stage.setPaused(calm.matches)
  calm.addEventListener('change', applyCalm)
  const stopActions = figure.onAction((action) => play(findActionClip(action, clips)))
  applyCalm()
  play(findClip('wave', clips))
  return {
    show: (gesture) => stage.loop(findClip(gesture, clips) ?? null),
    resetView: orbit.reset,
    close() {
      calm.removeEventListener('change', applyCalm)
      stopActions()
      stage.close()
    },
  }
}
