import { followStacking, isStacked } from './narrow-window.js'

type Settings = {
  readonly button: HTMLElement
  /** Where it stands: in a narrow window beside what stays in sight, and else beside the sentence of what is shown. */
  readonly places: { readonly narrow: HTMLElement; readonly wide: HTMLElement }
  /** Has the focus where the button is gone. */
  readonly picture: HTMLElement
  /** Ends what is chosen, or else what leaves something out. */
  clear(): void
}

/** Offers to end what is chosen, or else what leaves something out, while there is either. */
export function createClearButton({ button, places, picture, clear }: Settings) {
  const word = document.createElement('span')
  button.replaceChildren('Clear ', word)
  const place = () => (isStacked() ? places.narrow : places.wide).append(button)
  place()
  followStacking(place)
  button.addEventListener('click', () => {
    clear()
    if (button.hidden) picture.focus({ preventScroll: true })
  })
  return {
    offer: (state: { readonly isChosen: boolean; readonly isFiltered: boolean }) => {
      button.hidden = !state.isChosen && !state.isFiltered
      word.textContent = state.isChosen ? 'choice' : 'filters'
      document.body.classList.toggle('filtered', state.isFiltered)
    },
  }
}
