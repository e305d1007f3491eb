import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'

/** Chooses what the figure does, by buttons or by index. */
export type ClipButtons = {
  /** Plays the chosen clip again, after another. */
  play(): void
  /** Chooses the clip at this index; one that does not exist is ignored. */
  choose(index: number): void
  togglePause(): void
}

/** The clips of a model as buttons, of which the first one is pressed, and one that stops them. */
export function offerClips(stage: FigureStage): ClipButtons {
  let chosen = stage.clips[0] ?? null
  const choices = [...stage.clips, null].map((name) => {
    const choice = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: name ?? 'Stand still',
    })
    choice.addEventListener('click', () => choose(name))
    return { name, choice }
  })
  const show = () => {
    for (const { name, choice } of choices) choice.setAttribute('aria-pressed', String(name === chosen))
  }
  const play = () => stage.loop(chosen)
  const choose = (name: string | null) => {
    chosen = name
    show()
    play()
  }
  element('clips', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  element('clips', HTMLElement).hidden = stage.clips.length === 0
  show()
  return {
    play,
    choose(index) {
      const choice = choices[index]
      if (choice !== undefined && stage.clips.length > 0) choose(choice.name)
    },
    togglePause: offerPause(stage),
  }
}

/** With reduced motion the user starts the animation. Returns what stops or continues it. */
function offerPause(stage: FigureStage): () => void {
  const pause = button('pause')
  const setPaused = (isPaused: boolean) => {
    stage.setPaused(isPaused)
    pause.setAttribute('aria-pressed', String(isPaused))
  }
  const toggle = () => setPaused(pause.getAttribute('aria-pressed') !== 'true')
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches)
  pause.hidden = stage.clips.length === 0
  pause.addEventListener('click', toggle)
  return toggle
}
