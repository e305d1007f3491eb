const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * The keys of a toolbar (WAI-ARIA Authoring Practices): Tab stops once, at the button that had the focus last, and arrows,
 * Home and End go from there to the others, as they are seen.
 */
export function bindToolbarKeys(bar: HTMLElement): void {
  const buttons = [...bar.querySelectorAll('button')]
  const shown = () =>
    buttons
      .filter((button) => button.checkVisibility())
      // Chosen ones may come first in a row (small-windows.css).
      .toSorted((a, b) => a.offsetTop - b.offsetTop || a.offsetLeft - b.offsetLeft)
  const stopAt = (wanted: HTMLButtonElement | undefined) => {
    for (const button of buttons) button.tabIndex = button === wanted ? 0 : -1
  }
  stopAt(buttons[0])
  bar.addEventListener('focusin', ({ target }) => {
    stopAt(buttons.find((button) => button === target) ?? buttons[0])
  })
  bar.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const all = shown()
    const at = all.indexOf(event.target as HTMLButtonElement)
    const step = STEPS[event.key]
    const ends: Readonly<Record<string, number>> = { Home: 0, End: all.length - 1 }
    const next = step === undefined ? ends[event.key] : (at + step + all.length) % all.length
    if (at < 0 || next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  })
  // A wider window may have no use for the button at which Tab stops.
  new ResizeObserver(() => {
    const stop = buttons.find(({ tabIndex }) => tabIndex === 0)
    if (stop?.checkVisibility() !== true) stopAt(shown()[0] ?? buttons[0])
  }).observe(bar)
}
