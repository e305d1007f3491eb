import { setCount } from './legend.js'
import { BARS, bindDays, bindSliders, drawBars, rangeAt, scaleOf, type TimeRange } from './timeline-parts.js'
import { DAY, dayBefore, timeText } from './times.js'

type Settings = {
  readonly from: HTMLInputElement
  readonly until: HTMLInputElement
  /** Fields for the first day and the last. */
  readonly days: readonly [from: HTMLInputElement, until: HTMLInputElement]
  /** Where buttons for the usual ranges are put. */
  readonly presets: HTMLElement
  readonly bars: SVGElement
  /** Shows when the first memory was made, and the last, where days do not tell them apart. */
  readonly ends: HTMLElement
  /** Milliseconds since 1970, by the id of a memory. */
  readonly times: ReadonlyMap<string, number>
  /** When the graph was read: what the usual ranges end with. */
  readonly readAt: number
  /** Called with the memories of the chosen time; with null for all. */
  change(ids: ReadonlySet<string> | null): void
}
export type Timeline = {
  /** What is chosen, in words; empty if all is. */
  words(): string
  /**
   * Says of each of the usual ranges, and shows in the bars, how much all other filters leave: memories, or what else is
   * counted by them.
   */
  count(isLeft: (id: string) => boolean, countBy?: (memories: readonly string[]) => number): void
  /** What the address of the page has of what is chosen; empty for all. */
  address(): string
  /** Chooses what an address names, or else all. */
  choose(address: string): void
}

/** Whole days (UTC) before that on which the graph was read, as if they were typed: what somebody means by last week. */
const PRESETS = [7, 30] as const

/** When memories were made, as bars; sliders, days and buttons leave out what was before and after. Null where there is nothing to choose. */
export function createTimeline(settings: Settings): Timeline | null {
  const { from, until, bars, ends, times, readAt } = settings
  const all = [...times.values()]
  const scale = scaleOf(all)
  if (scale === null) return null
  const barOf = (time: number) => Math.min(BARS - 1, Math.floor(scale.barAt(time)))
  const drawn = drawBars(bars, all.map(barOf))
  ends.hidden = scale.last - scale.first >= 2 * DAY
  ends.replaceChildren(
    ...[scale.textAt(0), `${scale.textAt(BARS)} UTC`].map((text) =>
      Object.assign(document.createElement('span'), { textContent: text }),
    ),
  )
  let range: TimeRange | null = null
  const isIn = (time: number, { start, end }: TimeRange) => time >= start && time < end
  const choose = (wanted: TimeRange | null) => {
    range = wanted
    const [start, end] = [scale.barAt(wanted?.start ?? scale.first), scale.barAt(wanted?.end ?? scale.last)]
    for (const [index, bar] of drawn.bars.entries()) {
      bar.classList.toggle('left-out', index + 1 <= start || index >= end)
    }
    showInSliders(start, end)
    showInDays(wanted)
    showInPresets(wanted)
    const kept = [...times].flatMap(([id, time]) => (wanted === null || isIn(time, wanted) ? [id] : []))
    settings.change(wanted === null ? null : new Set(kept))
  }
  const showInSliders = bindSliders({ from, until, bars, scale, choose })
  const showInDays = bindDays(settings.days, { ...scale, choose })
  const presets = PRESETS.map((days) => {
    const start = dayBefore(readAt, days)
    const words = `in the last ${days} days (since ${timeText(start, DAY)})`
    const preset = { start, end: Number.POSITIVE_INFINITY, words, address: `${days}d` }
    return { name: `${days === PRESETS[0] ? 'Last ' : ''}${days} days`, range: preset }
  })
  const ranges: readonly Preset[] = [{ name: 'All time', range: null }, ...presets]
  const { show: showInPresets, buttons } = createPresets(settings.presets, ranges, choose)
  const count: Timeline['count'] = (isLeft, countBy = ({ length }) => length) => {
    const left = [...times].filter(([id]) => isLeft(id))
    for (const [index, button] of buttons.entries()) {
      const { range: one = null } = ranges[index] ?? {}
      const idsIn = (some: readonly (readonly [string, number])[]) =>
        some.flatMap(([id, time]) => (one === null || isIn(time, one) ? [id] : []))
      setCount(button, countBy(idsIn(left)), idsIn([...times]).length)
    }
    drawn.fill(left.map(([, time]) => barOf(time)))
  }
  choose(null)
  count(() => true)
  return {
    ...{ count, words: () => range?.words ?? '', address: () => range?.address ?? '' },
    choose: (address) =>
      choose(presets.find((one) => one.range.address === address)?.range ?? rangeAt(address, scale)),
  }
}

type Preset = { readonly name: string; readonly range: TimeRange | null }

/** Buttons of ranges, each with how many memories are in it; with what shows which of them is chosen. */
function createPresets(
  place: HTMLElement,
  presets: readonly Preset[],
  choose: (range: TimeRange | null) => void,
): { readonly buttons: readonly HTMLElement[]; show(range: TimeRange | null): void } {
  const buttons = presets.map(({ name, range }) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'chip' })
    button.append(`${name} `, document.createElement('b'))
    button.addEventListener('click', () => choose(range))
    return button
  })
  place.replaceChildren(...buttons)
  const show = (range: TimeRange | null) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-pressed', String(presets[index]?.range === range))
    }
  }
  return { buttons, show }
}
