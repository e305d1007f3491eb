import type { Memory } from '../../contract/memories.js'
import type { MemoryGraphPageData } from './page-data.js'
import { DAY, timeText } from './times.js'

/** As far as `parley memories fading` looks ahead unless it is told otherwise. */
const SOON_DAYS = 30
/** What turns until then, wherever the page names it. */
export const SOON = `fading within ${SOON_DAYS} days`

/** What fades when, as the service has told; the page works nothing out itself. */
export type Fading = {
  /** Whether the service has told. */
  readonly isTold: boolean
  /** The memories that turn within `SOON_DAYS` days of the reading. */
  readonly soon: ReadonlySet<string>
  /** Its place among all that fades, the next first; undefined if it does not. */
  rank(id: string): number | undefined
  /** What becomes of it, and when; none if it does not fade. */
  turnNotes(id: string): readonly string[]
  /** Its layer, and how long it stays there. */
  keptText(memory: Memory): string
}

export function createFading({ fading, readAt }: Pick<MemoryGraphPageData, 'fading' | 'readAt'>): Fading {
  const all = fading ?? []
  const turns = new Map(all.map((one, rank) => [one.memoryId, { ...one, rank }]))
  const soonest = Date.parse(readAt) + SOON_DAYS * DAY
  const dayOf = (time: string) => timeText(Date.parse(time), DAY)
  return {
    isTold: fading !== null,
    soon: new Set(all.flatMap(({ memoryId, turnsAt }) => (Date.parse(turnsAt) <= soonest ? [memoryId] : []))),
    rank: (id) => turns.get(id)?.rank,
    turnNotes: (id) => {
      const turn = turns.get(id)
      if (turn === undefined) return []
      const forgotten = `forgotten on ${dayOf(turn.decaysAt)}`
      return turn.turn === 'decayed' ? [forgotten] : [`long-term until ${dayOf(turn.turnsAt)}`, forgotten]
    },
    keptText: ({ id, memoryLayer }) => {
      const turn = turns.get(id)
      const layer = memoryLayer === 'ltm' ? 'long-term' : 'short-term'
      if (fading === null)
        return memoryLayer === 'ltm' ? layer : `${layer}, which fades sooner than long-term`
      if (turn === undefined) return `${layer}, does not fade`
      const until = turn.turn === 'decayed' ? '' : ` until ${dayOf(turn.turnsAt)}, then short-term`
      return `${layer}${until}; forgotten on ${dayOf(turn.decaysAt)} unless it is recalled before`
    },
  }
}
