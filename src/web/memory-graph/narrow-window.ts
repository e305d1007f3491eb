const NARROW = '(max-width: 45rem), (max-width: 60rem) and (max-height: 40rem)'

/** Whether all stands in one column, which the page scrolls (`narrow.css`). */
export const isStacked = (): boolean => matchMedia(NARROW).matches

/** Calls when that changes. */
export const followStacking = (change: () => void): void =>
  matchMedia(NARROW).addEventListener('change', change)
