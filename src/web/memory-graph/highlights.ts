import type { Memory } from '../../contract/memories.js'
import { buttonRow, element, marksOf } from './memory-button.js'
import { MINUTE, timeOfMemory, timeText } from './times.js'

const MOST = 5

type Highlights = {
  /** Of which the most important and the newest are shown. */
  readonly memories: readonly Memory[]
  /** What all of these are, such as ` of 12 found`; empty for all there are. */
  readonly ofWhat: string
  readonly heading: 'h2' | 'h3'
  /** Whether all of them are listed, the newest first, and nothing else. */
  readonly isWhole: boolean
  choose(id: string): void
  /** Lists all of them, or the most important and the newest again. */
  showWhole(isWanted: boolean): void
}

/** Where to begin to read: the most important memories and the newest, with what they are sorted by. */
export function renderHighlights({
  memories,
  ofWhat,
  heading,
  isWhole,
  choose,
  showWhole,
}: Highlights): Node[] {
  const timeOf = (memory: Memory | undefined) => timeOfMemory(memory) ?? 0
  const important = [...memories].sort((a, b) => b.importance - a.importance || timeOf(b) - timeOf(a))
  const newest = [...memories].sort((a, b) => timeOf(b) - timeOf(a))
  const most = isWhole ? newest.length : MOST
  // The order is only believed with seconds where the times are near each other.
  const apartMs = timeOf(newest[0]) - timeOf(newest[Math.min(MOST, newest.length) - 1])
  const dated = (memory: Memory) => {
    const time = timeOfMemory(memory)
    return time === undefined
      ? 'unknown time'
      : `${timeText(time, apartMs < MOST * MINUTE ? 1000 : MINUTE)} UTC`
  }
  const list = (of: readonly Memory[], note: (memory: Memory) => string) =>
    element(
      'ul',
      ...of.slice(0, most).map((memory) => buttonRow(memory.content, note(memory), () => choose(memory.id))),
    )
  const whole = (text: string, isWanted: boolean) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text })
    button.className = 'whole'
    button.addEventListener('click', () => showWhole(isWanted))
    return button
  }
  const datedAndMarked = (memory: Memory) => [dated(memory), ...marksOf(memory)].join(', ')
  if (isWhole) {
    return [
      element(heading, `All ${memories.length}${ofWhat === ' here' ? ofWhat : ''}, the newest first`),
      whole('Show the most important', false),
      list(newest, datedAndMarked),
    ]
  }
  return [
    element(heading, `Most important${ofWhat}`),
    Object.assign(element('p', 'Importance goes from 0 to 1.'), { className: 'note' }),
    list(important, (memory) => marksOf(memory).join(', ')),
    element(heading, `Newest${ofWhat}`),
    list(newest, dated),
    ...(memories.length > MOST ? [whole(`Show all ${memories.length}`, true)] : []),
  ]
}
