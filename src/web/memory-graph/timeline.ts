const BARS = 80
const NAMESPACE = 'http://www.w3.org/2000/svg'
const WIDTH = 800
const HEIGHT = 32

type Settings = {
  readonly slider: HTMLInputElement
  readonly bars: SVGElement
  readonly until: HTMLOutputElement
  /** Shows when the first memory was made, and the last. */
  readonly ends: HTMLElement
  /** Milliseconds since 1970, by the id of a memory. */
  readonly times: ReadonlyMap<string, number>
  /** Called with the memories made until the chosen time; with null for all. */
  change(ids: ReadonlySet<string> | null): void
}

/** When memories were made, as bars, and a slider that leaves out what came later. Whether there is anything to show. */
export function createTimeline({ slider, bars, until, ends, times, change }: Settings): boolean {
  const all = [...times.values()]
  const first = all.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = all.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (!(last > first)) return false
  const step = (last - first) / BARS
  const barOf = (time: number) => Math.min(BARS - 1, Math.floor((time - first) / step))
  const counts = new Array<number>(BARS).fill(0)
  for (const time of all) counts[barOf(time)] = (counts[barOf(time)] ?? 0) + 1
  const most = Math.max(...counts)
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
  const dates = [first, last].map((time) => {
    const date = document.createElement('span')
    date.textContent = dateOf(time, last - first)
    return date
  })
  ends.replaceChildren(...dates)
  slider.max = String(BARS)
  slider.value = slider.max
  const update = () => {
    const shown = Number(slider.value)
    const end = first + shown * step
    const text = shown === BARS ? 'all time' : `until ${dateOf(end, last - first)}`
    until.textContent = text
    slider.setAttribute('aria-valuetext', text)
    for (const [index, bar] of rectangles.entries()) bar.classList.toggle('later', index >= shown)
    const kept = [...times].filter(([, time]) => barOf(time) < shown)
    change(shown === BARS ? null : new Set(kept.map(([id]) => id)))
  }
  slider.addEventListener('input', update)
  update()
  return true
}

const DAY = 86_400_000

const MINUTES_10 = 600_000

/** With the time of day if all of it is within two days, and seconds if within ten minutes. */
function dateOf(time: number, span: number): string {
  const iso = new Date(time).toISOString()
  if (span < MINUTES_10) return iso.slice(0, 19).replace('T', ' ')
  return span < 2 * DAY ? iso.slice(0, 16).replace('T', ' ') : iso.slice(0, 10)
}
