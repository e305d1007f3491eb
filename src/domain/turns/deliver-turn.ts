import { runTurn, type TurnDeps } from './run-turn.js'
import type { TurnTraces } from './traces.js'
import type { Turn, TurnSink } from './turn.js'
import { createTurnClock, type TurnClockDeps } from './turn-clock.js'

export type DeliverDeps = TurnDeps &
  TurnClockDeps & {
    /** Undefined: the turn leaves no trace. */
    readonly traces: Pick<TurnTraces, 'begin'> | undefined
  }

/** Runs a turn, hands its events to the trace and to the sink, and resolves when both are done with it. */
export async function deliverTurn(
  deps: DeliverDeps,
  turn: Turn,
  { signal, sink }: { readonly signal: AbortSignal; readonly sink: TurnSink },
): Promise<void> {
  const clock = turn.clock ?? createTurnClock(deps)
  const timed = { ...turn, clock }
  const trace = deps.traces?.begin(timed, signal)
  try {
    for await (const event of runTurn(deps, timed, signal)) {
      if (event.type === 'text') clock.mark('first_text')
      else if (event.type === 'completed') clock.mark('stored')
      trace?.record(event)
      await sink(event)
    }
  } finally {
    trace?.end()
  }
}
