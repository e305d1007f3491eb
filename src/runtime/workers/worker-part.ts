import type { SystemMetrics } from '../../contract/staff.js'
import type { Timers } from '../../domain/clock.js'
import {
  type AddressLimitName,
  type AddressWatch,
  type CountedAddresses,
  type Crowd,
  PENDING_INPUT_MS,
} from '../../domain/limits/address-limit.js'
import { addCounts, addMetrics } from '../../domain/operations/add-metrics.js'
import type { CommonRoom } from '../process/connection-total.js'
import type { FromWorker, ToWorker, WorkerPlace } from './messages.js'

/** What a server needs to be one of several workers. */
export type WorkerPart = {
  readonly place: WorkerPlace
  /** Adds the metrics of the other workers. */
  addOthers(own: SystemMetrics): Promise<SystemMetrics>
  /** How others get those of this one. */
  answerWith(measure: () => SystemMetrics): void
  readonly watch: AddressWatch
  readonly room: CommonRoom
}

type WorkerPartDeps = {
  readonly send: (message: FromWorker) => void
  readonly timers: Pick<Timers, 'afterInput'>
}

type Start = Extract<ToWorker, { type: 'start' }>

/** Talks to the other workers through the primary process. */
export function createWorkerPart({ place }: Pick<Start, 'place'>, deps: WorkerPartDeps) {
  const { send } = deps
  const connections = createConnectionsPart(place, deps)
  let measure: (() => SystemMetrics) | undefined
  let questions = 0
  const waiting = new Map<number, (answer: Extract<ToWorker, { type: 'measured' }>) => void>()

  const part: WorkerPart = {
    place,
    async addOthers(own) {
      questions += 1
      const question = questions
      const answered = new Promise<Extract<ToWorker, { type: 'measured' }>>((resolve) =>
        waiting.set(question, resolve),
      )
      send({ type: 'compare', question, own })
      const answer = await answered
      const sum = addMetrics(own, answer.others)
      return { ...sum, counts: addCounts([sum.counts, ...answer.gone]) }
    },
    answerWith(answer) {
      measure = answer
    },
    watch: connections.watch,
    room: connections.room,
  }
  const receive = (message: ToWorker) => {
    if (message.type === 'measure' && measure !== undefined) send({ type: 'measured', own: measure() })
    else if (message.type === 'measured') {
      waiting.get(message.question)?.(message)
      waiting.delete(message.question)
    } else connections.receive(message)
  }
  return { part, receive }
}

const NOBODY: Crowd = { count: 0, ages: [], isProgressing: false }

/** What all workers together know of their connections, and decide about those of this one. */
function createConnectionsPart({ of }: WorkerPlace, { send, timers }: WorkerPartDeps) {
  const limits = new Map<AddressLimitName, CountedAddresses>()
  let onAllFull = (_areAllFull: boolean) => {}
  const watch: AddressWatch = {
    processes: of,
    attach: (limit, addresses) => void limits.set(limit, addresses),
    watch: (limit, address) => send({ type: 'crowded', limit, address }),
  }
  const room: CommonRoom = {
    processes: of,
    tell: (isFull) => send({ type: 'full', isFull }),
    onAllFull(listener) {
      onAllFull = listener
    },
  }
  const count = ({ question, addresses }: Extract<ToWorker, { type: 'count' }>) => {
    const crowds = addresses.map(
      ({ limit, address, graceMs }) => limits.get(limit)?.count(address, graceMs) ?? NOBODY,
    )
    send({ type: 'counted', question, crowds })
  }
  return {
    ...{ watch, room },
    receive(message: ToWorker) {
      if (message.type === 'count') timers.afterInput(PENDING_INPUT_MS, () => count(message))
      else if (message.type === 'allFull') onAllFull(message.areAllFull)
      else if (message.type === 'judged') {
        for (const { limit, address, drop, isOver } of message.addresses) {
          limits.get(limit)?.drop(address, drop)
          if (isOver) limits.get(limit)?.release(address)
        }
      }
    },
  }
}
