import type { SystemMetrics } from '../../contract/staff.js'
import { addCounts, addMetrics } from '../../domain/operations/add-metrics.js'
import type { FromWorker, ToWorker, WorkerPlace } from './messages.js'

/** What a server needs to be one of several workers. */
export type WorkerPart = {
  readonly place: WorkerPlace
  /** Adds the metrics of the other workers. */
  addOthers(own: SystemMetrics): Promise<SystemMetrics>
  /** How others get those of this one. */
  answerWith(measure: () => SystemMetrics): void
}

type Start = Extract<ToWorker, { type: 'start' }>

/** Talks to the other workers through the primary process. */
export function createWorkerPart({ place }: Pick<Start, 'place'>, send: (message: FromWorker) => void) {
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
  }
  const receive = (message: ToWorker) => {
    if (message.type === 'measure' && measure !== undefined) send({ type: 'measured', own: measure() })
    else if (message.type === 'measured') {
      waiting.get(message.question)?.(message)
      waiting.delete(message.question)
    }
  }
  return { part, receive }
}
