import { followStacking, isStacked } from '../narrow-window.js'

type Settings = {
  /** What the fingers touch. */
  readonly surface: HTMLElement
  /** Pressed, it lets one finger move the picture. */
  readonly button: HTMLElement
  /** Called when fingers begin to move the picture. */
  moves(): void
}

/**
 * Where the page scrolls, leaves one finger to that, and to taps; two fingers move and zoom the picture. Whoever has only one
 * finger for it presses the button first (WCAG 2.5.1).
 */
export function bindTouch({ surface, button, moves }: Settings): void {
  const isForOne = () => !isStacked() || button.getAttribute('aria-pressed') === 'true'
  const allow = () => {
    // The picture's own canvas would forbid the page to scroll.
    for (const layer of surface.querySelectorAll('canvas')) {
      layer.style.touchAction = isForOne() ? 'none' : 'pan-y'
    }
  }
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
    allow()
  })
  surface.addEventListener(
    'touchstart',
    (event) => {
      if (event.touches.length > 1 || isForOne()) moves()
      // Before the picture takes it, and forbids everything else.
      else event.stopPropagation()
    },
    { capture: true, passive: true },
  )
  followStacking(allow)
  allow()
}
