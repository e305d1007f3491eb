import type { TurnTrace } from '../../contract/turn-traces.js'
import type { Terminal } from '../output/terminal.js'

/** A stage of a turn, in milliseconds from its start; negative: before it. */
export type TurnStage = { readonly name: string; readonly from: number; readonly to: number }

type Timed = Pick<TurnTrace, 'times' | 'spoken'>

/** The stages that the turn got to, in the order of the pipeline; those of voice overlap with the others. */
export function stagesOf({ times, spoken }: Timed): TurnStage[] {
  const { askedMs, contextMs, firstPartMs, lastPartMs, voiceMs, firstAudioMs, lastAudioMs, storedMs } = times
  const since = (from: number | undefined, ms: number | undefined) =>
    from === undefined || ms === undefined ? undefined : from + ms
  const firstPart = since(askedMs, firstPartMs)
  const lastPart = since(askedMs, lastPartMs)
  const found: [string, number | undefined, number | undefined][] = [
    ['end of speech', spoken === null ? undefined : -spoken.endpointWaitMs, 0],
    ['context', 0, contextMs],
    // A model that never wrote anything was waited for until it failed.
    ['model waits', askedMs, firstPart ?? lastPart],
    ['model writes', firstPart, lastPart],
    ['first audio', voiceMs, firstAudioMs],
    ['more audio', firstAudioMs, lastAudioMs],
    ['storing', lastPart ?? lastAudioMs ?? 0, storedMs],
  ]
  return found.flatMap(([name, from, to]) =>
    from === undefined || to === undefined || to < from ? [] : [{ name, from, to }],
  )
}

/** From the end of what the player said, or the arrival of their text, to what they notice first. */
export function latencyOf({ times, spoken }: Timed): number | null {
  const first = times.firstAudioMs ?? times.firstTextMs
  return first === undefined ? null : first + (spoken?.endpointWaitMs ?? 0)
}

/** The stages in a sentence, what the player noticed first. */
export function describeStages(turn: Timed): string {
  const latency = latencyOf(turn)
  const noticed = turn.times.firstAudioMs === undefined ? 'first text' : 'first audio'
  const stages = stagesOf(turn).map(({ name, from, to }) => `${name} ${formatMs(to - from)}`)
  return [
    ...(latency === null ? [] : [`${noticed} after ${formatMs(latency)}`]),
    ...(stages.length === 0 ? [] : [stages.join(', ')]),
  ].join('; ')
}

const GAP = 2
const MIN_BAR_WIDTH = 8

/** One line a stage, with a bar that begins and ends where the stage does. */
export function renderStages({ colour, width }: Terminal, stages: readonly TurnStage[]): string[] {
  const start = Math.min(0, ...stages.map(({ from }) => from))
  const end = Math.max(0, ...stages.map(({ to }) => to))
  const rows = stages.map(({ name, from, to }) => ({ name, from, to, ms: formatMs(to - from) }))
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  const msWidth = Math.max(...rows.map(({ ms }) => ms.length))
  const cells = Math.max(MIN_BAR_WIDTH, width - nameWidth - msWidth - 2 * GAP)
  const cellOf = (at: number) => (end > start ? ((at - start) / (end - start)) * cells : 0)
  return rows.map(({ name, from, to, ms }) => {
    // A stage of no length keeps a mark.
    const first = Math.min(cells - 1, Math.floor(cellOf(from)))
    const length = Math.max(1, Math.round(cellOf(to)) - first)
    const bar = ' '.repeat(first) + '█'.repeat(Math.min(length, cells - first))
    return `${colour.dim(name.padEnd(nameWidth))}  ${ms.padStart(msWidth)}  ${colour.cyan(bar)}`.trimEnd()
  })
}

/** `0.42 ms`, `64 ms`, `1.24 s`. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${ms.toFixed(ms === 0 ? 0 : 2)} ms`
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
}
