import type { Memory } from '../../contract/memories.js'
import { buttonRow, element } from './memory-button.js'
import { shareText } from './shares.js'
import { timeOfMemory, timeText } from './times.js'

const MOST = 5
const MINUTE = 60_000

type Highlights = {
  /** Of which the most important and the newest are shown. */
  readonly memories: readonly Memory[]
  /** What all of these are, such as ` of 12 found`; empty for all there are. */
  readonly ofWhat: string
  readonly heading: 'h2' | 'h3'
  choose(id: string): void
}

/** Where to begin to read: the most important memories and the newest, with what they are sorted by. */
export function renderHighlights({ memories, ofWhat, heading, choose }: Highlights): Node[] {
  const timeOf = (memory: Memory | undefined) => timeOfMemory(memory) ?? 0
  const important = [...memories].sort((a, b) => b.importance - a.importance || timeOf(b) - timeOf(a))
  const newest = [...memories].sort((a, b) => timeOf(b) - timeOf(a))
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
      ...of.slice(0, MOST).map((memory) => buttonRow(memory.content, note(memory), () => choose(memory.id))),
    )
  return [
    element(heading, `Most important${ofWhat}`),
    Object.assign(element('p', 'Importance goes from 0 to 1.'), { className: 'note' }),
    list(important, ({ importance }) => `importance ${shareText(importance)}`),
    element(heading, `Newest${ofWhat}`),
    list(newest, dated),
  ]
}
