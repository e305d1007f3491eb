/** No style sheet reaches what is drawn: it is drawn anew when the theme changes. */
export function followTheme(redraw: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
}

const PRINTING = 'printing'

/** Whether what is drawn now is for paper. */
export const isForPaper = (): boolean => document.documentElement.classList.contains(PRINTING)

/**
 * Paper is light and has a width of its own: before it is printed, the page becomes as wide as paper (`print.css`), is
 * drawn anew, and what belongs to the result is opened.
 */
export function followPaper(redraw: () => void, boxes: readonly HTMLDetailsElement[]): void {
  const page = document.documentElement
  let closed: HTMLDetailsElement[] = []
  addEventListener('beforeprint', () => {
    closed = boxes.filter(({ open }) => !open)
    for (const box of closed) box.open = true
    page.classList.add(PRINTING)
    redraw()
  })
  addEventListener('afterprint', () => {
    for (const box of closed) box.open = false
    page.classList.remove(PRINTING)
    redraw()
  })
}
