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
  /** Stops or goes on with the voice, and shows whether anything plays that can be held. */
  showPause(): void
  /** Shows in its bar where the clip is now. */
  showTime(): void
}

/**
 * The clips of a model as buttons, of which the first one is pressed, and one that stops them; `onChange` is called
 * whenever the user has chosen another, stopped or continued. What is chosen plays, also after a pause; what is brought to
 * a moment of its time stops there. A voice that is held holds the movement, and both go on together: only what was paused
 * without the voice stays so after it.
 */
export function offerClips(
  stage: FigureStage,
  { onChange, voice }: { onChange(movement: Movement): void; voice(): Voice | undefined },
): ClipButtons {
  let chosen = stage.clips[0] ?? null
  /** By the user, and not with the voice. */
  let isPaused = false
  let isStopped = true
  const isHeld = () => voice()?.isHeld() ?? false
  const pause = offerPause({
    ...{ hasNone: stage.clips.length === 0, voice, setPaused: (isNow) => setPaused(isNow) },
    ...{ isStill: () => chosen === null, isPaused: () => isPaused },
  })
  const choices = offerChoices(stage.clips, (name, isByKey) => {
    // Space stops and continues what is chosen, also where the focus is on that; a pointer has Pause beside it.
    if (isByKey && name === chosen) pause.toggle()
    else choose(name)
  })
  const show = () => {
    for (const { name, choice } of choices) choice.setAttribute('aria-pressed', String(name === chosen))
    pause.show()
    onChange({ clip: chosen, isPaused })
  }
  const stopOrGo = () => {
    const isNow = isPaused || isHeld()
    if (isNow !== isStopped) stage.setPaused(isNow)
    isStopped = isNow
  }
  const setPaused = (isNow: boolean) => {
    isPaused = isNow
    stopOrGo()
    show()
  }
  const play = () => stage.loop(chosen)
  const time = offerTimeBar('clip-time', (seconds) => {
    const speech = voice()
    if (speech?.isSpeaking()) speech.hold(speech.at())
    else if (!isPaused && !isHeld()) setPaused(true)
    stage.seek(seconds)
  })
  const showTime = () => time.show(stage.moment(), isStopped)
  const choose = (name: string | null) => {
    chosen = name
    // What is held would hold it, too.
    if (name !== null && isHeld()) voice()?.stop()
    play()
    // The rest pose has nothing to play, and leaves it at that.
    setPaused(name === null && isPaused)
  }
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
    showPause() {
      stopOrGo()
      pause.show()
    },
    showTime,
  }
}

function offerChoices(clips: readonly string[], onChoose: (name: string | null, isByKey: boolean) => void) {
  const choices = [...clips, null].map((name) => {
    const choice = Object.assign(document.createElement('button'), {
      ...{ type: 'button', textContent: plainClip(name), title: name === null ? '' : `Clip “${name}”` },
    })
    choice.addEventListener('click', ({ detail }) => onChoose(name, detail === 0))
    return { name, choice }
  })
  element('clips', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  element('clips', HTMLElement).hidden = clips.length === 0
  element('clip-play', HTMLElement).hidden = clips.length === 0
  return choices
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
  const toggle = () => {
    const speech = voice()
    if (speech?.isSpeaking()) speech.hold(speech.at())
    else if (speech?.isHeld()) speech.start()
    else if (!isStill()) setPaused(!isPaused())
  }
  pause.addEventListener('click', toggle)
  return {
    toggle,
    show() {
      const [isSpeaking, isHeld] = [voice()?.isSpeaking() ?? false, voice()?.isHeld() ?? false]
      const ofMovement = isPaused() && !isStill() && !isSpeaking ? 'Play' : 'Pause'
      pause.hidden = hasNone && voice() === undefined
      pause.textContent = isHeld ? 'Go on' : ofMovement
      pause.disabled = isStill() && !isSpeaking && !isHeld
    },
  }
}
