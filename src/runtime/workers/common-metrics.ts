import type { Counts, SystemMetrics } from '../../contract/staff.js'
import type { Timers } from '../../domain/clock.js'
import { addCounts } from '../../domain/operations/add-metrics.js'
import type { FromWorker, ToWorker } from './messages.js'

/** How long one that does not answer is waited for; then what it has told before counts. */
const ANSWER_MS = 1000

type CommonMetricsDeps = {
  readonly timers: Pick<Timers, 'after'>
  readonly send: (worker: number, message: ToWorker) => void
  /** The ids of those that are ready. */
  readonly serving: () => readonly number[]
}

type Comparison = { readonly waitsFor: Set<number>; readonly end: () => void }

/** What the primary process keeps of the metrics of all workers, and passes on to the one that is asked for them. */
export function createCommonMetrics({ timers, send, serving }: CommonMetricsDeps) {
  const last = new Map<number, SystemMetrics>()
  const comparisons = new Set<Comparison>()
  /**
   * What workers that are gone had counted when they were asked last: a sum that goes down would be taken for a restart, and
   * all of it counted again.
   */
  let gone: Counts | undefined
  const answered = (worker: number) => {
    for (const { waitsFor, end } of [...comparisons])
      if (waitsFor.delete(worker) && waitsFor.size === 0) end()
  }
  const compare = (worker: number, { question, own }: Extract<FromWorker, { type: 'compare' }>) => {
    last.set(worker, own)
    const others = serving().filter((other) => other !== worker)
    const comparison: Comparison = {
      waitsFor: new Set(others),
      end() {
        comparisons.delete(comparison)
        cancel()
        const known = others.flatMap((other) => last.get(other) ?? [])
        send(worker, { type: 'measured', question, others: known, gone: gone === undefined ? [] : [gone] })
      },
    }
    const cancel = timers.after(ANSWER_MS, comparison.end)
    comparisons.add(comparison)
    if (others.length === 0) comparison.end()
    for (const other of others) send(other, { type: 'measure' })
  }
  return {
    receive(worker: number, message: FromWorker): void {
      if (message.type === 'compare') compare(worker, message)
      else if (message.type === 'measured') {
        last.set(worker, message.own)
        answered(worker)
      }
    },
    forget(worker: number) {
      const counts = last.get(worker)?.counts
      if (counts !== undefined) gone = addCounts(gone === undefined ? [counts] : [gone, counts])
      last.delete(worker)
      answered(worker)
    },
  }
}
