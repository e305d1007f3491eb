import type { Moment } from '../figure/clip-player.js'
import { element } from './elements.js'

/** Where something that plays is, as a slider by which it is brought to any moment. */
export type TimeBar = {
  /** Null: nothing plays, and the slider is of no use. A moment that is held is told to the frame. */
  show(moment: Moment | null, isHeld: boolean): void
}

/** Seconds; about a frame of a film, so that keys go from one to the next. */
const STEP = 0.04

/** `onHold` is called with the seconds to which the user has brought it. */
export function offerTimeBar(id: string, onHold: (seconds: number) => void): TimeBar {
  const slider = element(id, HTMLInputElement)
  const time = element(`${id}-text`, HTMLElement)
  slider.step = String(STEP)
  slider.addEventListener('input', () => onHold(slider.valueAsNumber))
  return {
    show(moment, isHeld) {
      const { at, duration } = moment ?? { at: 0, duration: 0 }
      slider.disabled = moment === null
      slider.max = String(Math.max(STEP, duration))
      slider.value = String(at)
      const digits = isHeld ? 2 : 1
      const [now, whole] = [at.toFixed(digits), duration.toFixed(digits)]
      const text = moment === null ? '' : `${now} / ${whole} s`
      // What has not changed is not said again.
      if (time.textContent === text) return
      time.textContent = text
      slider.setAttribute('aria-valuetext', moment === null ? 'nothing plays' : `${now} of ${whole} seconds`)
    },
  }
}

const SPEEDS = { '1×': 1, '½×': 0.5, '¼×': 0.25 } as const

/** One choice for a voice and what goes with it. */
export function offerSpeed(setSpeed: (rate: number) => void): void {
  const choices = Object.entries(SPEEDS).map(([textContent, rate]) => {
    const choice = Object.assign(document.createElement('button'), { type: 'button', textContent })
    choice.addEventListener('click', () => choose(rate))
    return { rate, choice }
  })
  const choose = (chosen: number) => {
    setSpeed(chosen)
    for (const { rate, choice } of choices) choice.setAttribute('aria-pressed', String(rate === chosen))
  }
  element('speed', HTMLElement).replaceChildren(...choices.map(({ choice }) => choice))
  choose(1)
}
