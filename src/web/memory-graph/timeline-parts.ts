import { DAY, timeText } from './times.js'

/** `end` is the first moment after it; `words` say what is left, and `address` what the address of the page has of it. */
export type TimeRange = {
  readonly start: number
  readonly end: number
  readonly words: string
  readonly address: string
}

/** Into so many equal times the whole is divided. */
export const BARS = 80
const NAMESPACE = 'http://www.w3.org/2000/svg'
const WIDTH = 800
const HEIGHT = 32

/** A bar for each of these times, as high as there are values in it, and over it one for those that are left. */
export function drawBars(place: SVGElement, values: readonly number[]) {
  const counts = countByBar(values)
  const most = counts.reduce((a, b) => Math.max(a, b), 1)
  const [all, left] = [counts, counts].map((some, layer) =>
    some.map((count, index) => {
      const bar = document.createElementNS(NAMESPACE, 'rect')
      bar.setAttribute('x', String((index * WIDTH) / BARS))
      bar.setAttribute('width', String(WIDTH / BARS - 1))
      bar.setAttribute('class', layer === 0 ? 'all' : '')
      setHeight(bar, count / most)
      return bar
    }),
  ) as [SVGRectElement[], SVGRectElement[]]
  place.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`)
  place.replaceChildren(...all, ...left)
  return {
    bars: left,
    /** Shows how many values are left in each, over all there are. */
    fill: (some: readonly number[]) => {
      for (const [index, count] of countByBar(some).entries()) {
        const bar = left[index]
        if (bar !== undefined) setHeight(bar, count / most)
      }
    },
  }
}

function countByBar(values: readonly number[]): number[] {
  const counts = new Array<number>(BARS).fill(0)
  for (const bar of values) counts[bar] = (counts[bar] ?? 0) + 1
  return counts
}

function setHeight(bar: SVGRectElement, part: number): void {
  // The root: beside a day of a hundred one of two is seen all the same.
  const height = part === 0 ? 0 : Math.max(2, Math.sqrt(part) * HEIGHT)
  bar.setAttribute('y', String(HEIGHT - height))
  bar.setAttribute('height', String(height))
}

/** The time from the first memory to the last, divided into bars. */
export type TimeScale = {
  readonly first: number
  readonly last: number
  /** How long a bar is. */
  readonly step: number
  barAt(time: number): number
  textAt(bar: number): string
}

type Ends = Pick<TimeScale, 'first' | 'last'>

/** Null where there is no time between the first and the last. */
export function scaleOf(times: readonly number[]): TimeScale | null {
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (!(last > first)) return null
  const step = (last - first) / BARS
  return {
    ...{ first, last, step },
    barAt: (time) => Math.min(BARS, Math.max(0, (time - first) / step)),
    textAt: (bar) => timeText(bar === BARS ? last : first + bar * step, step),
  }
}

/** Of bars, before the last of which it ends; null for all. */
function rangeOfBars(scale: TimeScale, start: number, end: number): TimeRange | null {
  if (start <= 0 && end >= BARS) return null
  return {
    start: scale.first + start * scale.step,
    end: end >= BARS ? Number.POSITIVE_INFINITY : scale.first + end * scale.step,
    words: `from ${scale.textAt(start)} until ${scale.textAt(end)}`,
    address: `${start}-${end}`,
  }
}

/** Of days (UTC), both included; null for all. */
function rangeOfDays({ first, last }: Ends, from: string, until: string): TimeRange | null {
  if (from <= timeText(first, DAY) && until >= timeText(last, DAY)) return null
  return {
    start: Date.parse(from),
    end: Date.parse(until) + DAY,
    words: `from ${from} until ${until}`,
    address: `${from}..${until}`,
  }
}

/** What an address names; null for what is none. */
export function rangeAt(address: string, scale: TimeScale): TimeRange | null {
  const [, start, end] = /^(\d{1,2})-(\d{1,2})$/.exec(address) ?? []
  if (Number(start) < Math.min(BARS, Number(end)))
    return rangeOfBars(scale, Number(start), Math.min(BARS, Number(end)))
  const [, from = '', until = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(address) ?? []
  return Date.parse(from) <= Date.parse(until) ? rangeOfDays(scale, from, until) : null
}

type Sliders = {
  readonly from: HTMLInputElement
  readonly until: HTMLInputElement
  readonly bars: SVGElement
  readonly scale: TimeScale
  choose(range: TimeRange | null): void
}

/** Two sliders on one track, below the bars; returns what shows a range of bars in them. */
export function bindSliders({
  from,
  until,
  bars,
  scale,
  choose,
}: Sliders): (start: number, end: number) => void {
  for (const slider of [from, until]) Object.assign(slider, { min: '0', max: String(BARS), step: 'any' })
  const chooseBars = (start: number, end: number) => choose(rangeOfBars(scale, start, end))
  const slide = (moved: HTMLInputElement) => {
    const [start, end] = [Math.round(Number(from.value)), Math.round(Number(until.value))]
    // One bar is left between them.
    if (moved === from) chooseBars(Math.min(start, Math.max(0, end - 1)), end)
    else chooseBars(start, Math.max(end, Math.min(BARS, start + 1)))
  }
  for (const slider of [from, until]) slider.addEventListener('input', () => slide(slider))
  // Whoever presses beside the knobs means the nearer of them.
  bars.addEventListener('click', ({ clientX }) => {
    const { left, width } = bars.getBoundingClientRect()
    const bar = ((clientX - left) / width) * BARS
    const isFrom = Math.abs(bar - Number(from.value)) < Math.abs(bar - Number(until.value))
    const moved = isFrom ? from : until
    moved.value = String(isFrom ? Math.floor(bar) : Math.ceil(bar))
    slide(moved)
  })
  return (start, end) => {
    for (const [slider, bar] of [
      [from, start],
      [until, end],
    ] as const) {
      slider.value = String(Math.round(bar * 100) / 100)
      slider.setAttribute('aria-valuetext', scale.textAt(bar))
    }
    // The one that can still be moved lies on top where both meet.
    from.classList.toggle('on-top', end === BARS && start >= BARS - 1)
  }
}

type Days = Ends & { choose(range: TimeRange | null): void }

/** Fields for the first day and the last, both included; returns what shows a range in them. */
export function bindDays(
  [from, until]: readonly [HTMLInputElement, HTMLInputElement],
  { first, last, choose }: Days,
): (range: TimeRange | null) => void {
  for (const { parentElement } of [from, until]) {
    // Its label belongs to it. Days do not tell times apart that are so near.
    if (parentElement !== null) parentElement.hidden = last - first < 2 * DAY
  }
  let range: TimeRange | null = null
  /** What is typed into a field is not replaced while that goes on. */
  let typedInto: HTMLInputElement | null = null
  const show = () => {
    const end = Math.min(last, (range?.end ?? Number.POSITIVE_INFINITY) - 1)
    const days = [Math.max(first, range?.start ?? first), Math.max(end, range?.start ?? first)]
    for (const [index, field] of [from, until].entries()) {
      if (field !== typedInto) field.value = timeText(days[index] ?? first, DAY)
    }
  }
  const read = (changed: HTMLInputElement) => {
    if (changed.validity.badInput) return
    // An empty end is open. Where the first day is after the last, that which was not changed follows.
    const [start, end] = [Date.parse(from.value), Date.parse(until.value)]
    const isTurned = start > end
    const begin = isTurned && changed === until ? end : start
    const finish = isTurned && changed === from ? start : end
    const beginDay = timeText(Number.isNaN(begin) ? first : begin, DAY)
    const lastDay = timeText(Number.isNaN(finish) ? last : finish, DAY)
    typedInto = changed
    choose(rangeOfDays({ first, last }, beginDay, lastDay))
    typedInto = null
  }
  for (const field of [from, until]) {
    field.addEventListener('change', () => read(field))
    field.addEventListener('blur', show)
  }
  return (wanted) => {
    range = wanted
    show()
  }
}
