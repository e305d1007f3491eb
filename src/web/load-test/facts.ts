import type { LoadTestPageData } from './page-data.js'
import { timeText } from './words.js'

/** What was under test, when and for how long. */
export function factsText(data: LoadTestPageData): string {
  const { target, targetVersion, startedAt, durationMs, warmupMs, generator } = data
  return [
    `${timeText(startedAt)}, ${durationMs / 1000} s${warmupMs > 0 ? `, of which the first ${warmupMs / 1000} do not count` : ''}`,
    `${target}${targetVersion === undefined ? '' : `, version ${targetVersion}`}`,
    ...(generator.processes === 1 ? [] : [`${generator.processes} processes`]),
  ].join('; ')
}

/** What was begun is waited for. */
export function awaitedText({ timeline, durationMs }: LoadTestPageData): string {
  const last = timeline.at(-1)?.second ?? 0
  const end = Math.ceil(durationMs / 1000)
  if (last < end) return ''
  return ` Replies still under way when the load ended count in second ${end}${last > end ? ' and later' : ''}.`
}

/** Seconds in which no turn ended look as if nothing had answered. */
export function gapsText({ timeline, durationMs, warmupMs }: LoadTestPageData): string {
  const isEmpty = ({ second, playing, turns, errors }: LoadTestPageData['timeline'][number]) =>
    playing > 0 && turns === 0 && errors === 0 && second * 1000 >= warmupMs && second * 1000 < durationMs
  if (!timeline.some(isEmpty)) return ''
  return ' A turn counts in the second in which it ends, so that some seconds have none.'
}
