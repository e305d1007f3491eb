import { runTurn, type TurnDeps } from './run-turn.js'
import type { TurnTraces } from './traces.js'
import type { Turn, TurnMilestone, TurnSink } from './turn.js'

export type DeliverDeps = TurnDeps & {
  /** Undefined: the turn leaves no trace. */
  readonly traces: Pick<TurnTraces, 'begin'> | undefined
}

/** Runs a turn, hands its events to the trace and to the sink, and resolves when both are done with it. */
export async function deliverTurn(
  deps: DeliverDeps,
  turn: Turn,
  { signal, sink }: { readonly signal: AbortSignal; readonly sink: TurnSink },
): Promise<void> {
  const trace = deps.traces?.begin(turn, signal)
  if (trace !== undefined) turn.followMilestones?.(trace.mark)
  const mark = (milestone: TurnMilestone) => {
    turn.mark(milestone)
    trace?.mark(milestone)
  }
  try {
    for await (const event of runTurn(deps, { ...turn, mark }, signal)) {
      void trace?.sink(event)
      await sink(event)
    }
  } finally {
    trace?.end()
  }
}
