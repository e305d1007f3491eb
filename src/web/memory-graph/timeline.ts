import { timeText } from './times.js'

const BARS = 80
const NAMESPACE = 'http://www.w3.org/2000/svg'
const WIDTH = 800
const HEIGHT = 32

type Settings = {
  readonly from: HTMLInputElement
  readonly until: HTMLInputElement
  readonly bars: SVGElement
  /** Says what is shown. */
  readonly range: HTMLElement
  /** Shows when the first memory was made, and the last. */
  readonly ends: HTMLElement
  /** Milliseconds since 1970, by the id of a memory. */
  readonly times: ReadonlyMap<string, number>
  /** Called with the memories of the chosen time; with null for all. */
  change(ids: ReadonlySet<string> | null): void
}

/** When memories were made, as bars, and two sliders that leave out what was before and after. Whether there is anything to show. */
export function createTimeline({ from, until, bars, range, ends, times, change }: Settings): boolean {
  const all = [...times.values()]
  const first = all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  range.textContent = `all ${times.size} memories`
  if (!(last > first)) return false
  const step = (last - first) / BARS
  const barOf = (time: number) => Math.min(BARS - 1, Math.floor((time - first) / step))
  const dateAt = (bar: number) => timeText(bar === BARS ? last : first + bar * step, step)
  const rectangles = drawBars(bars, all.map(barOf))
  ends.replaceChildren(
    ...[dateAt(0), `${dateAt(BARS)} UTC`].map((text) =>
      Object.assign(document.createElement('span'), { textContent: text }),
    ),
  )
  for (const [slider, value] of [
    [from, 0],
    [until, BARS],
  ] as const) {
    Object.assign(slider, { min: '0', max: String(BARS), value: String(value) })
  }
  const update = (moved: HTMLInputElement | null) => {
    // One bar is left between them.
    if (moved === from) from.value = String(Math.min(Number(from.value), Number(until.value) - 1))
    if (moved === until) until.value = String(Math.max(Number(until.value), Number(from.value) + 1))
    const [start, end] = [Number(from.value), Number(until.value)]
    const isAll = start === 0 && end === BARS
    for (const [index, bar] of rectangles.entries()) {
      bar.classList.toggle('left-out', index < start || index >= end)
    }
    // The one that can still be moved lies on top where both meet.
    from.classList.toggle('on-top', end === BARS && start === BARS - 1)
    from.setAttribute('aria-valuetext', dateAt(start))
    until.setAttribute('aria-valuetext', dateAt(end))
    const kept = [...times].filter(([, time]) => barOf(time) >= start && barOf(time) < end)
    range.textContent = isAll
      ? `all ${times.size} memories`
      : `${kept.length} of ${times.size} memories, from ${dateAt(start)} until ${dateAt(end)}`
    change(isAll ? null : new Set(kept.map(([id]) => id)))
  }
  for (const slider of [from, until]) slider.addEventListener('input', () => update(slider))
  update(null)
  return true
}

/** A bar for each of `BARS` equal times, as high as there are values in it. */
function drawBars(bars: SVGElement, values: readonly number[]): SVGRectElement[] {
  const counts = new Array<number>(BARS).fill(0)
  for (const bar of values) counts[bar] = (counts[bar] ?? 0) + 1
  const most = counts.reduce((a, b) => Math.max(a, b), 1)
  const rectangles = counts.map((count, index) => {
    const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT)
    const bar = document.createElementNS(NAMESPACE, 'rect')
    bar.setAttribute('x', String((index * WIDTH) / BARS))
    bar.setAttribute('width', String(WIDTH / BARS - 1))
    bar.setAttribute('y', String(HEIGHT - height))
    bar.setAttribute('height', String(height))
    return bar
  })
  bars.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`)
  bars.replaceChildren(...rectangles)
  return rectangles
}
