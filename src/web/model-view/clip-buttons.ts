import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import { type Movement, plainClip } from './status-text.js'
import { offerTimeBar } from './time-bar.js'
import type { Voice } from './voice.js'

/** Chooses what the figure does, by buttons or by index. */
export type ClipButtons = {
  /** Plays the chosen clip again, after another. */
  play(): void
  /** Chooses the clip at this index, and returns whether it exists; the last index is the rest pose. */
  choose(index: number): boolean
  /** Holds the movement and the voice, or has both go on. */
  togglePause(): void
  /** Shows whether anything plays that can be held. */
  showPause(): void
  /** Shows in its bar where the clip is now. */
  showTime(): void
}

/**
 * The clips of a model as buttons, of which the first one is pressed, and one that stops them; `onChange` is called
 * whenever the user has chosen another, stopped or continued. What is chosen plays, also after a pause; what is brought to
 * a moment of its time stops there. Pause holds the voice, too.
 */
export function offerClips(
  stage: FigureStage,
  { onChange, voice }: { onChange(movement: Movement): void; voice(): Voice | undefined },
): ClipButtons {
  let chosen = stage.clips[0] ?? null
  let isPaused = false
  const pause = offerPause({
    ...{
      hasNone: stage.clips.length === 0,
      isStill: () => chosen === null,
      isPaused: () => isPaused,
      setPaused: (isNow) => setPaused(isNow),
      voice,
    },
  })
  const choices = [...stage.clips, null].map((name) => {
    const choice = Object.assign(document.createElement('button'), {
      ...{ type: 'button', textContent: plainClip(name), title: name === null ? '' : `Clip “${name}”` },
    })
    choice.addEventListener('click', ({ detail }) => {
      // Space stops and continues what is chosen, also where the focus is on that; a pointer has Pause beside it.
      const isByKey = detail === 0
      if (isByKey && name === chosen) pause.toggle()
      else choose(name)
    })
    return { name, choice }
  })
  const show = () => {
    for (const { name, choice } of choices) choice.setAttribute('aria-pressed', String(name === chosen))
    pause.show()
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
  const showTime = () => time.show(stage.moment(), isPaused)
  const choose = (name: string | null) => {
    chosen = name
    play()
    // The rest pose has nothing to play, and leaves it at that.
    setPaused(name === null && isPaused)
  }
  element('clips', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  element('clips', HTMLElement).hidden = stage.clips.length === 0
  element('clip-play', HTMLElement).hidden = stage.clips.length === 0
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
    togglePause: pause.toggle,
    showPause: pause.show,
    showTime,
  }
}

type Playing = {
  /** There are no movements. */
  readonly hasNone: boolean
  /** Whether the rest pose is chosen, which does not play. */
  isStill(): boolean
  isPaused(): boolean
  setPaused(isPaused: boolean): void
  voice(): Voice | undefined
}

/** One button for the movement and the voice. */
function offerPause({ hasNone, isStill, isPaused, setPaused, voice }: Playing) {
  const pause = button('pause')
  /** The movement was paused with the voice, and goes on with it; one that stood already stands on. */
  let isTogether = false
  const isRunning = () => (!isStill() && !isPaused()) || (voice()?.isSpeaking() ?? false)
  const toggle = () => {
    const speech = voice()
    if (isRunning()) {
      const isSpoken = speech !== undefined && (speech.isSpeaking() || speech.isHeld())
      isTogether = isSpoken && !isStill() && !isPaused()
      if (!isStill()) setPaused(true)
      if (speech?.isSpeaking()) speech.hold(speech.at())
      return
    }
    const isHeld = speech?.isHeld() ?? false
    if (!isStill() && (isTogether || !isHeld)) setPaused(false)
    if (isHeld) speech?.start()
  }
  pause.addEventListener('click', toggle)
  return {
    toggle,
    show() {
      const [canGoOn, isGoing] = [!isStill() || (voice()?.isHeld() ?? false), isRunning()]
      pause.hidden = hasNone && voice() === undefined
      pause.textContent = canGoOn && !isGoing ? 'Play' : 'Pause'
      pause.disabled = !canGoOn && !isGoing
    },
  }
}
