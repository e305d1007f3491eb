import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import type { Movement } from './status-text.js'

/** Chooses what the figure does, by buttons or by index. */
export type ClipButtons = {
  /** Plays the chosen clip again, after another. */
  play(): void
  /** Chooses the clip at this index, and returns whether it exists; the last index is to stand still. */
  choose(index: number): boolean
  togglePause(): void
}

/**
 * The clips of a model as buttons, of which the first one is pressed, and one that stops them; `onChange` is called
 * whenever the user has chosen another, stopped or continued.
 */
export function offerClips(stage: FigureStage, onChange: (movement: Movement) => void): ClipButtons {
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
  let isPaused = false
  const tell = () => onChange({ clip: chosen, isPaused })
  const choose = (name: string | null) => {
    chosen = name
    show()
    play()
    tell()
  }
  element('clips', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  element('clips', HTMLElement).hidden = stage.clips.length === 0
  show()
  return {
    play,
    choose(index) {
      const choice = choices[index]
      if (choice === undefined || stage.clips.length === 0) return false
      choose(choice.name)
      return true
    },
    togglePause: offerPause(stage, (isNow) => {
      isPaused = isNow
      tell()
    }),
  }
}

/** With reduced motion the user starts the animation. Returns what stops or continues it. */
function offerPause(stage: FigureStage, onChange: (isPaused: boolean) => void): () => void {
  const pause = button('pause')
  const setPaused = (isPaused: boolean) => {
    stage.setPaused(isPaused)
    pause.setAttribute('aria-pressed', String(isPaused))
    onChange(isPaused)
  }
  const toggle = () => setPaused(pause.getAttribute('aria-pressed') !== 'true')
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches)
  pause.hidden = stage.clips.length === 0
  pause.addEventListener('click', toggle)
  return toggle
}
