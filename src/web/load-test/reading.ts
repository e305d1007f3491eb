import type uPlot from 'uplot'
import type { Legend } from './legend.js'

type Settings = {
  /** The rows of the table behind the chart, and their titles. */
  readonly table: { readonly titles: readonly string[]; readonly rows: () => string[][] }
  readonly sync?: string
  readonly unit?: string
  readonly legend?: Pick<Legend, 'resting'>
}

/** What charts of one key have in common. */
type Place = {
  /** What is read while nothing points at another place. */
  held: number | undefined
  /** What was read last, from where steps go. */
  last: number | undefined
}

const places = new Map<string, Place>()

function placeOf(key: string | undefined): Place {
  const place = (key === undefined ? undefined : places.get(key)) ?? { held: undefined, last: undefined }
  if (key !== undefined) places.set(key, place)
  return place
}

/** How the values of a chart are read, by all that can point at them. */
export type Reading = {
  /** Shows the values at this place of its horizontal axis, in all charts of the same key. */
  readAt(x: number): void
  /** Has to be called when the line at which it is read has moved. */
  follow(): void
  /** Has to be called when the chart has another size. */
  restore(): void
}

// The types leave out the third argument, by which charts with the same key follow.
type SetCursor = (at: { left: number; top: number }, fires: boolean, isPublished: boolean) => void

function moveCursor(plot: uPlot, left: number, isPublished = true): void {
  const setCursor: SetCursor = plot.setCursor
  setCursor({ left, top: left < 0 ? left : 0 }, true, isPublished)
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }

/**
 * A mouse or a finger that goes along a chart reads it, as do the arrow keys while it has the focus, and buttons that go
 * one step. What was read by any of them but a mouse that passes is held, and said.
 */
export function makeReadable(figure: HTMLElement, plot: uPlot, settings: Settings): Reading {
  const place = placeOf(settings.sync)
  const [xs = []] = plot.data
  const indexOf = (x: number | undefined) => (x === undefined || !xs.includes(x) ? undefined : xs.indexOf(x))
  const said = statusOf(settings)
  const show = (at: number, isPublished = true) =>
    moveCursor(plot, plot.valToPos(xs[at] ?? 0, 'x'), isPublished)
  const read = (at: number) => {
    place.held = xs[at]
    show(at)
    said.say(at)
  }
  const letGo = () => {
    place.held = place.last = undefined
    moveCursor(plot, -10)
  }
  const step = (by: number) => {
    const before = plot.cursor.idx ?? indexOf(place.last) ?? settings.legend?.resting
    if (xs.length > 0) read(Math.min(xs.length - 1, Math.max(0, (before ?? (by > 0 ? -1 : xs.length)) + by)))
  }
  const steps = stepButtons(settings.table.titles[0] ?? '', step)
  figure.append(said.element, steps.element)
  readByKeys(figure, { step, letGo })
  readByPointer(plot, {
    hold: read,
    isHeld: (at) => place.held !== undefined && place.held === xs[at],
    free: () => {
      place.held = undefined
    },
    leave: () => {
      const at = indexOf(place.held)
      if (at !== undefined) read(at)
    },
  })
  return {
    readAt: (x) => {
      const at = indexOf(x)
      if (at !== undefined) read(at)
    },
    follow: () => {
      const isRead = (plot.cursor.left ?? -1) >= 0
      const at = isRead ? (plot.cursor.idx ?? undefined) : undefined
      if (at !== undefined) place.last = xs[at]
      figure.classList.toggle('read', isRead)
      figure.classList.toggle('stepped', place.last !== undefined)
      steps.follow(at ?? indexOf(place.last), xs.length - 1)
      // Between two places nothing is read, for a moment, of what is held.
      if (at !== undefined || place.held === undefined) said.follow(at)
    },
    restore: () => {
      const at = indexOf(place.held)
      if (at !== undefined) show(at, false)
    },
  }
}

/** What is said of the place that was chosen; nothing any more when another is read. */
function statusOf({ table: { titles, rows: makeRows }, unit }: Settings) {
  const element = Object.assign(document.createElement('p'), { className: 'unseen' })
  element.setAttribute('role', 'status')
  let rows: string[][] | undefined
  let saidAt: number | undefined
  const spoken = (cell: number, value = '–') =>
    cell === 0 || value === '–' || unit === undefined ? value : `${value} ${unit}`
  return {
    element,
    say: (at: number) => {
      if (at === saidAt) return
      rows ??= makeRows()
      saidAt = at
      element.textContent = titles
        .map((name, cell) => `${name} ${spoken(cell, rows?.[at]?.[cell])}`)
        .join(', ')
    },
    follow: (at: number | undefined) => {
      if (at !== saidAt) element.textContent = ''
      if (at !== saidAt) saidAt = undefined
    },
  }
}

type Keys = { step(by: number): void; letGo(): void }

function readByKeys(figure: HTMLElement, { step, letGo }: Keys): void {
  figure.tabIndex = 0
  figure.addEventListener('keydown', (event) => {
    const { target } = event
    const isOwn = target === figure || (target instanceof Element && target.closest('.steps') !== null)
    // With one of these, keys are the browser's: Alt and an arrow go back.
    if (!isOwn || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') letGo()
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  })
}

type Pointed = {
  hold(at: number): void
  isHeld(at: number): boolean
  free(): void
  leave(): void
}

/** A finger that goes along a chart reads it, as a mouse does; one that goes up or down scrolls the page. */
function readByPointer(plot: uPlot, { hold, isHeld, free, leave }: Pointed): void {
  const { over } = plot
  const holdRead = () => {
    if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) hold(plot.cursor.idx)
  }
  over.addEventListener('pointermove', ({ pointerType, clientX }) => {
    if (pointerType !== 'touch') return
    const { left, width } = over.getBoundingClientRect()
    moveCursor(plot, Math.min(width, Math.max(0, clientX - left)))
    holdRead()
  })
  over.addEventListener('click', (event) => {
    const at = plot.cursor.idx ?? -1
    const isMouse = !(event instanceof PointerEvent) || event.pointerType === 'mouse'
    if (isMouse && isHeld(at)) free()
    else holdRead()
  })
  // After uPlot's own, which has taken the line away.
  over.addEventListener('mouseleave', leave)
}

/** Buttons to the place before and after, which a finger hits more easily than a place of the chart. */
function stepButtons(what: string, step: (by: number) => void) {
  const element = Object.assign(document.createElement('div'), { className: 'steps on-screen' })
  const button = (sign: string, name: string, by: number) => {
    const made = Object.assign(document.createElement('button'), { type: 'button', textContent: sign })
    made.setAttribute('aria-label', name)
    made.title = name
    // The chart itself has the arrow keys: Tab need not stop here, too.
    made.tabIndex = -1
    made.addEventListener('click', () => step(by))
    return made
  }
  const [before, after] = [button('‹', `Previous ${what}`, -1), button('›', `Next ${what}`, 1)]
  element.append(before, what, after)
  return {
    element,
    follow: (at: number | undefined, last: number) => {
      before.disabled = at === 0
      after.disabled = at === last
    },
  }
}
