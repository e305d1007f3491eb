import type { TurnSummary } from '../../contract/turn-traces.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { shortTurnIds } from './find-turn.js'
import { formatMs, latencyOf } from './turn-times.js'

/** A narrower terminal shows no names, so that there is room for what was said. */
const WIDE = 70

/** One line a turn, the newest first. */
export function renderTurns(terminal: Terminal, turns: readonly TurnSummary[]): string {
  const short = shortTurnIds(turns.map(({ messageId }) => messageId))
  const names: readonly Column<TurnSummary>[] = [
    { title: 'TIME', value: ({ startedAt }) => readableTime(startedAt).slice(11, 19) },
    {
      title: 'CHARACTER',
      value: ({ characterName, characterId }) => characterName ?? characterId,
      width: 12,
    },
    { title: 'PLAYER', value: ({ playerId }) => playerId, width: 12 },
  ]
  const columns: readonly Column<TurnSummary>[] = [
    { title: 'TURN', value: ({ messageId }) => short(messageId) },
    ...(terminal.width < WIDE ? [] : names),
    { title: 'KIND', value: kindOf, width: 11 },
    { title: 'FIRST', value: firstOf },
    { title: 'SAID', value: ({ preview }) => preview.input, width: 'rest' },
  ]
  return renderTable(terminal, columns, turns)
}

function kindOf({ kind, state, retryOf }: TurnSummary): string {
  if (state !== 'completed') return state
  if (retryOf !== undefined) return 'retry'
  return kind === 'transcript' ? 'spoken' : kind
}

/** How long the player waited. The list has no end of speech, from which a spoken turn is measured. */
const firstOf = ({ times }: TurnSummary): string => {
  const latency = latencyOf({ times, spoken: null })
  return latency === null ? '' : formatMs(latency)
}
