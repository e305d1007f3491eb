import { createStubModel } from '../../src/adapters/model/stub/stub-model.js'
import {
  isRight,
  type JudgedAnswer,
  judgePersona,
  NO_TIMERS,
  requestsOf,
  textOf,
} from '../support/talk/run-talk.js'
import { type TalkPersona, talkCorpus } from '../support/talk/talk-corpus.js'
import type { Bench, Figure, Size } from './bench.js'

/** As seen from where this file is compiled to. */
const FIXTURES = new URL('../../../fixtures/talk/', import.meta.url)
const BUDGETS = {
  development: 0.85,
  regression: 0.85,
  tuned: 0.85,
  forms: 0.8,
  unseen: 0.8,
  'round-1': 0.8,
  'round-2': 0.8,
  fresh: 0.8,
  'fresh-2': 0.8,
  blind: 0.8,
  'blind-2': 0.8,
  'blind-3': 0.8,
  'held-out': 0.8,
} as const
const HALVES = [
  'development',
  'regression',
  'tuned',
  'forms',
  'unseen',
  'round-1',
  'round-2',
  'fresh',
  'fresh-2',
  'blind',
  'blind-2',
  'blind-3',
  'held-out',
] as const
/** Nobody sees what is wrong of these, so that no rule is written for it. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(['held-out', 'blind', 'blind-2', 'blind-3'])
/** Each question is asked so often, after as many turns to warm up, and counts with its least time: the rest is noise. */
const ROUNDS: Record<Size, number> = { full: 5, reduced: 1 }
/** Of the characters, those that are asked. */
const EVERY: Record<Size, number> = { full: 1, reduced: 4 }

/**
 * How many questions the stub model answers right, and how often it says what it must not; no chance in it. It prints what
 * is wrong of those halves that rules are written for.
 */
export const bench: Bench = async (size) => {
  const corpus = talkCorpus(FIXTURES)
  const figures: Figure[] = []
  for (const half of HALVES) {
    const judged: JudgedAnswer[] = []
    const asked = corpus.filter((each) => each.half === half).filter((_, at) => at % EVERY[size] === 0)
    for (const persona of asked) judged.push(...(await judgePersona(persona)))
    if (size === 'full' && !NEVER_SHOWN.has(half)) printWrong(judged)
    figures.push(...figuresOf(half, judged))
  }
  return [...figures, ...(await timesOf(corpus, size))]
}

/** Processor time of a turn in milliseconds, of the stub alone. */
async function timesOf(corpus: readonly TalkPersona[], size: Size): Promise<Figure[]> {
  const model = createStubModel({ timers: NO_TIMERS, pace: 'instant' })
  const requests = corpus.flatMap(requestsOf)
  const least = requests.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < 2 * ROUNDS[size]; round += 1) {
    for (const [at, request] of requests.entries()) {
      const before = process.cpuUsage()
      await textOf(model, request)
      const { user, system } = process.cpuUsage(before)
      if (round >= ROUNDS[size]) least[at] = Math.min(least[at] ?? 0, (user + system) / 1000)
    }
  }
  const sorted = least.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const figure = (name: string, share: number, atMost: number): Figure => ({
    name: `processor time a turn, ms, ${name}`,
    ratio: percentile(share),
    budget: { atMost },
    detail: `${requests.length} turns`,
  })
  return [figure('p50', 0.5, 0.5), figure('p99', 0.99, 1)]
}

function figuresOf(half: (typeof HALVES)[number], judged: readonly JudgedAnswer[]): Figure[] {
  const right = judged.filter(isRight).length
  const forbidden = judged.flatMap((answer) => answer.forbidden).length
  return [
    {
      name: `questions answered right, ${half}`,
      ratio: right / judged.length,
      budget: { atLeast: BUDGETS[half] },
      detail: `${right} of ${judged.length}`,
    },
    { name: `forbidden words said, ${half}`, ratio: forbidden, budget: { atMost: 0 }, detail: '' },
  ]
}

function printWrong(judged: readonly JudgedAnswer[]): void {
  for (const { persona, messages, answer, missing, forbidden } of judged.filter((each) => !isRight(each))) {
    console.log(`${persona}: ${messages.join(' >> ')}`)
    console.log(`  ${answer}`)
    if (missing.length > 0) console.log(`  misses ${missing.join(', ')}`)
    if (forbidden.length > 0) console.log(`  must not say ${forbidden.join(', ')}`)
  }
}
