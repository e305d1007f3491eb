import { ServiceError } from '../../client/create-client.js'
import type { TurnTrace } from '../../contract/turn-traces.js'
import { closestWord } from '../../runtime/config/similar-words.js'
import { usageError } from '../errors/command-error.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { readTrace, readTurns } from '../turns/find-turn.js'
import type { WithStaff } from '../turns/staff-access.js'
import { describeCost, describeTokens } from '../turns/turn-figures.js'
import { describeStages } from '../turns/turn-times.js'
import type { ChatTurn } from './turn.js'

const FIGURES = ['times', 'memories', 'cost'] as const
export type Figure = (typeof FIGURES)[number]

/** The figures of `--show`, which are separated by commas. */
export function parseFigures(text: string): readonly Figure[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.map(figureNamed))]
}

function figureNamed(name: string): Figure {
  const figure = FIGURES.find((known) => known === name)
  if (figure !== undefined) return figure
  const closest = closestWord(name, FIGURES)
  throw usageError(
    `--show: there is no "${printableLine(name)}"`,
    closest === undefined ? `There are ${FIGURES.join(', ')}.` : `Did you mean ${closest}?`,
  )
}

/** What `--show` tells of a turn. */
export type ShownFigures = {
  /** For `--json`; null: the turn has left no trace. */
  readonly json: object | null
  render(terminal: Terminal): string
}

/** Reads what `--show` asks for; resolves with undefined without it, and for a turn that got no reply. */
export type ReadFigures = (turn: Pick<ChatTurn, 'messageId'>) => Promise<ShownFigures | undefined>

/** Throws at once if turns may not be read. */
export async function createFiguresReader(
  withStaff: WithStaff,
  figures: readonly Figure[] = [],
): Promise<ReadFigures> {
  if (figures.length === 0) return async () => undefined
  await withStaff((staff) => readTurns(staff, 1))
  const describe = createFiguresRenderer(figures)
  return async ({ messageId }) => {
    if (messageId === null) return undefined
    try {
      const trace = await withStaff((staff) => readTrace(staff, messageId))
      return { json: selectFigures(trace, figures), render: (terminal) => describe(terminal, trace) }
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error
      return { json: null, render: () => '(This turn has left no trace.)' }
    }
  }
}

export const selectFigures = (
  { messageId, times, spoken, memories, tokens, usage, cost }: TurnTrace,
  figures: readonly Figure[],
): object => ({
  messageId,
  ...(figures.includes('times') && { times, spoken }),
  ...(figures.includes('memories') && { memories }),
  ...(figures.includes('cost') && { tokens, usage, cost }),
})

/** Renders the figures of one turn after the other; why there is no cost is said once. */
export function createFiguresRenderer(figures: readonly Figure[]) {
  let lastReason: string | null = null
  const costOf = (trace: TurnTrace): string => {
    const tokens = `tokens: ${describeTokens(trace)}`
    const cost = describeCost(trace)
    const isRepeated = trace.cost === null && cost === lastReason
    lastReason = trace.cost === null ? cost : null
    return isRepeated ? tokens : `${cost}; ${tokens}`
  }
  return (terminal: Terminal, trace: TurnTrace): string => {
    const describe: Readonly<Record<Figure, () => string>> = {
      times: () => describeStages(trace),
      memories: () => describeMemories(trace),
      cost: () => costOf(trace),
    }
    const fields = renderFields(
      terminal,
      figures.map((figure) => [figure, describe[figure]()] as const),
    )
    return terminal.colour.dim(fields)
  }
}

const describeMemories = ({ memories }: TurnTrace): string =>
  memories.length === 0
    ? 'none'
    : memories
        .map(
          ({ text, score }) =>
            `${printableLine(text)} (${score === undefined ? 'always' : score.toFixed(2)})`,
        )
        .join('; ')
