import type { Timers } from '../../domain/clock.js'
import { ADDRESS_LIMITS, type Crowd, GRACE_MS, judgeCrowds } from '../../domain/limits/address-limit.js'
import type { CountedAddress, FromWorker, ToWorker } from './messages.js'

/** How long one that does not answer is waited for; its connections are left alone until it does. */
const ANSWER_MS = 1000
/** Addresses whose grace period ends within this time are asked for together. */
const TOGETHER_MS = 50

type CommonConnectionsDeps = {
  readonly timers: Pick<Timers, 'after' | 'elapsed'>
  readonly send: (worker: number, message: ToWorker) => void
  /** The ids of those that are ready. */
  readonly serving: () => readonly number[]
  /** How many workers there are when all live. */
  readonly processes: number
}

/** Holds the limits of connections over all workers: counts them together, and says how many each of them drops. */
export function createCommonConnections(deps: CommonConnectionsDeps) {
  const { send, serving } = deps
  const rounds = createRounds(deps)
  const full = new Set<number>()
  let areAllFull = false
  const tellWhetherFull = () => {
    const now = serving().length > 0 && serving().every((worker) => full.has(worker))
    if (now === areAllFull) return
    areAllFull = now
    for (const worker of serving()) send(worker, { type: 'allFull', areAllFull })
  }
  return {
    receive(worker: number, message: FromWorker): void {
      if (message.type === 'crowded') rounds.watch(message)
      else if (message.type === 'counted') rounds.receive(worker, message)
      else if (message.type === 'full') {
        if (message.isFull) full.add(worker)
        else full.delete(worker)
        tellWhetherFull()
      }
    },
    /** A worker has become ready. */
    begin: tellWhetherFull,
    forget(worker: number) {
      full.delete(worker)
      tellWhetherFull()
      rounds.forget(worker)
    },
  }
}

type Watched = Pick<CountedAddress, 'limit' | 'address'> & { readonly since: number }
/** What each worker has that has answered, in the order of the addresses. */
type Answers = ReadonlyMap<number, readonly Crowd[]>

/** Looks at addresses that are watched, those that are due at the same time together, until they have not too many. */
function createRounds(deps: CommonConnectionsDeps) {
  const { timers, send, serving, processes } = deps
  const counting = createCounting(deps)
  const watched = new Map<string, Watched>()
  /** Those whose grace period is over. */
  const due: Watched[] = []

  const watch = ({ limit, address }: Pick<Watched, 'limit' | 'address'>) => {
    const key = `${limit} ${address}`
    if (watched.has(key)) return
    const one = { limit, address, since: timers.elapsed() }
    watched.set(key, one)
    timers.after(GRACE_MS, () => {
      due.push(one)
      if (due.length === 1) timers.after(TOGETHER_MS, () => void lookAt(due.splice(0)))
    })
  }
  const lookAt = async (all: readonly Watched[]) => {
    const now = timers.elapsed()
    const asked = all.map(({ since, ...one }) => ({ ...one, graceMs: now - since }))
    const { answers, isComplete } = await counting.ask(asked)
    const workers = [...answers.keys()]
    const judged = all.map(({ limit, address }, at) => {
      const crowds = [...answers.values()].flatMap((answer) => answer[at] ?? [])
      const { drops, isOver } = judgeCrowds(crowds, { limit: ADDRESS_LIMITS[limit], processes })
      watched.delete(`${limit} ${address}`)
      if (!isOver || !isComplete) watch({ limit, address })
      return { limit, address, drops, isOver: isOver && isComplete }
    })
    for (const worker of serving()) {
      const of = workers.indexOf(worker)
      const addresses = judged.map(({ drops, ...one }) => ({ ...one, drop: drops[of] ?? 0 }))
      send(worker, { type: 'judged', addresses })
    }
  }
  return { watch, receive: counting.receive, forget: counting.forget }
}

type Question = {
  readonly length: number
  readonly asked: readonly number[]
  readonly answers: Map<number, readonly Crowd[]>
  readonly end: () => void
}

/** Asks all workers what they have. */
function createCounting({ timers, send, serving }: Omit<CommonConnectionsDeps, 'processes'>) {
  const open = new Map<number, Question>()
  let questions = 0
  const endIfAnswered = ({ asked, answers, end }: Question) => {
    const there = serving()
    if (asked.every((worker) => answers.has(worker) || !there.includes(worker))) end()
  }
  return {
    /** Resolves when all have answered, or after a while. */
    async ask(addresses: readonly CountedAddress[]): Promise<{ answers: Answers; isComplete: boolean }> {
      questions += 1
      const number = questions
      const asked = serving()
      const answers = new Map<number, readonly Crowd[]>()
      await new Promise<void>((resolve) => {
        const cancel = timers.after(ANSWER_MS, resolve)
        const end = () => {
          cancel()
          resolve()
        }
        open.set(number, { length: addresses.length, asked, answers, end })
        for (const worker of asked) send(worker, { type: 'count', question: number, addresses })
        if (asked.length === 0) end()
      })
      open.delete(number)
      return { answers, isComplete: asked.every((worker) => answers.has(worker)) }
    },
    receive(worker: number, { question, crowds }: Extract<FromWorker, { type: 'counted' }>) {
      const asked = open.get(question)
      if (asked === undefined || crowds.length !== asked.length) return
      asked.answers.set(worker, crowds)
      endIfAnswered(asked)
    },
    forget(worker: number) {
      for (const question of [...open.values()]) {
        question.answers.delete(worker)
        endIfAnswered(question)
      }
    },
  }
}
