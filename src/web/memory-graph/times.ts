import type { Memory } from '../../contract/memories.js'

const SECOND = 1000
export const MINUTE = 60 * SECOND
export const DAY = 86_400_000

/** How many letters of an ISO 8601 time tell two apart that are so far from each other, in milliseconds. */
const LETTERS = [
  { apartMs: DAY, letters: 10 },
  { apartMs: MINUTE, letters: 16 },
  { apartMs: SECOND, letters: 19 },
  { apartMs: 0, letters: 23 },
] as const

/** When a memory was made, in milliseconds since 1970; undefined if the time cannot be read. */
export function timeOfMemory(memory: Memory | undefined): number | undefined {
  const time = Date.parse(memory?.createdAt ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** From the first to the last memory, in milliseconds since 1970; null if no time can be read. */
export function timeSpan(
  memories: Iterable<Memory>,
): { readonly first: number; readonly last: number } | null {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const memory of memories) {
    const time = timeOfMemory(memory)
    if (time === undefined) continue
    first = Math.min(first, time)
    last = Math.max(last, time)
  }
  return last >= first ? { first, last } : null
}

/** When the day began in UTC that was so many days before a time. */
export const dayBefore = (time: number, days: number): number => (Math.floor(time / DAY) - days) * DAY

/** A time in UTC, as exact as it takes to tell it from one that is `apartMs` away. */
export function timeText(time: number, apartMs: number): string {
  const { letters } = LETTERS.find((one) => apartMs >= one.apartMs) ?? { letters: 23 }
  return new Date(time).toISOString().slice(0, letters).replace('T', ' ')
}

/** `2030-01-31 09:30:00 UTC`, of what was sent as ISO 8601; as it is, if it cannot be read. */
export function fullTimeText(time: string | null | undefined): string | null {
  if (!time) return null
  const read = Date.parse(time)
  return Number.isNaN(read) ? time : `${timeText(read, SECOND)} UTC`
}
