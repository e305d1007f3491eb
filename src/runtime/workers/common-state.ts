import type { Counts, SystemMetrics } from '../../contract/staff.js'
import type { Timers } from '../../domain/clock.js'
import { addCounts } from '../../domain/operations/add-metrics.js'
import type { CharacterSessions, FromWorker, ToWorker } from './messages.js'

/** How long one that does not answer is waited for; then what it has told before counts. */
const ANSWER_MS = 1000

type CommonStateDeps = {
  readonly timers: Pick<Timers, 'after'>
  readonly send: (worker: number, message: ToWorker) => void
  /** The ids of those that have been started. */
  readonly started: () => readonly number[]
  /** Of these, those that are ready. */
  readonly serving: () => readonly number[]
}

/** What the primary process keeps and passes on, so that a client sees the same at each worker. */
export function createCommonState(deps: CommonStateDeps) {
  const sessions = createSessions(deps)
  const metrics = createMetrics(deps)
  return {
    sessions: sessions.all,
    receive(worker: number, message: FromWorker): void {
      if (message.type === 'sessions') sessions.change(worker, message)
      else if (message.type === 'measured') metrics.note(worker, message.own)
      else if (message.type === 'compare') metrics.compare(worker, message)
    },
    forget(worker: number): void {
      sessions.forget(worker)
      metrics.forget(worker)
    },
  }
}

function createSessions({ send, started }: CommonStateDeps) {
  const workers = new Map<number, Map<string, CharacterSessions['status']>>()
  const tellOthers = (worker: number, message: ToWorker) => {
    for (const other of started()) if (other !== worker) send(other, message)
  }
  return {
    all: () =>
      [...workers].flatMap(([worker, characters]) =>
        [...characters].map(([characterId, status]) => ({ worker, characterId, status })),
      ),
    change(worker: number, { characterId, status }: CharacterSessions) {
      const characters = workers.get(worker) ?? new Map<string, CharacterSessions['status']>()
      workers.set(worker, characters)
      if (status === 'stopped') characters.delete(characterId)
      else characters.set(characterId, status)
      tellOthers(worker, { type: 'sessions', worker, characterId, status })
    },
    forget(worker: number) {
      workers.delete(worker)
      tellOthers(worker, { type: 'gone', worker })
    },
  }
}

type Comparison = { readonly waitsFor: Set<number>; readonly end: () => void }

function createMetrics({ timers, send, serving }: CommonStateDeps) {
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
  return {
    note(worker: number, own: SystemMetrics) {
      last.set(worker, own)
      answered(worker)
    },
    compare(worker: number, { question, own }: Extract<FromWorker, { type: 'compare' }>) {
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
    },
    forget(worker: number) {
      const counts = last.get(worker)?.counts
      if (counts !== undefined) gone = addCounts(gone === undefined ? [counts] : [gone, counts])
      last.delete(worker)
      answered(worker)
    },
  }
}
