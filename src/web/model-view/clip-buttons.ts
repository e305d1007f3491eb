import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import { type Movement, plainClip } from './status-text.js'
import { offerTimeBar } from './time-bar.js'

/** Chooses what the figure does, by buttons or by index. */
export type ClipButtons = {
  /** Plays the chosen clip again, after another. */
  play(): void
  /** Chooses the clip at this index, and returns whether it exists; the last index is the rest pose. */
  choose(index: number): boolean
  togglePause(): void
  /** Shows in its bar where the clip is now. */
  showTime(): void
}

/**
 * The clips of a model as buttons, of which the first one is pressed, and one that stops them; `onChange` is called
 * whenever the user has chosen another, stopped or continued. What is chosen plays, also after a pause; what is brought to
 * a moment of its time stops there.
 */
export function offerClips(stage: FigureStage, onChange: (movement: Movement) => void): ClipButtons {
  let chosen = stage.clips[0] ?? null
  let isPaused = false
  const pause = button('pause')
  const choices = [...stage.clips, null].map((name) => {
    const choice = Object.assign(document.createElement('button'), {
      ...{ type: 'button', textContent: plainClip(name), title: name === null ? '' : `Clip “${name}”` },
    })
    choice.addEventListener('click', ({ detail }) => {
      // Space stops and continues what is chosen, also where the focus is on that; a pointer has Pause beside it.
      const isByKey = detail === 0
      if (isByKey && name === chosen) togglePause()
      else choose(name)
    })
    return { name, choice }
  })
  const show = () => {
    for (const { name, choice } of choices) choice.setAttribute('aria-pressed', String(name === chosen))
    pause.textContent = isPaused && chosen !== null ? 'Play' : 'Pause'
    pause.disabled = chosen === null
    onChange({ clip: chosen, isPaused })
  }
  const setPaused = (isNow: boolean) => {
    isPaused = isNow
    stage.setPaused(isNow)
    show()
  }
  const play = () => stage.loop(chosen)
  const time = offerTimeBar('clip-time', (seconds) => {
    if (!isPaused) setPaused(true)
    stage.seek(seconds)
  })
  const showTime = () => time.show(stage.moment())
  const choose = (name: string | null) => {
    chosen = name
    play()
    // The rest pose has nothing to play, and leaves it at that.
    setPaused(name === null && isPaused)
  }
  const togglePause = () => {
    if (chosen !== null) setPaused(!isPaused)
  }
  element('clips', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  element('clips', HTMLElement).hidden = stage.clips.length === 0
  pause.hidden = stage.clips.length === 0
  element('clip-play', HTMLElement).hidden = stage.clips.length === 0
  pause.addEventListener('click', togglePause)
  showTime()
  // With reduced motion the user starts the animation.
  setPaused(matchMedia('(prefers-reduced-motion: reduce)').matches)
  return {
    play,
    choose(index) {
      const choice = choices[index]
      if (choice === undefined || stage.clips.length === 0) return false
      choose(choice.name)
      return true
    },
    togglePause,
    showTime,
  }
}
