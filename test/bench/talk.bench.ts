import { isRight, type JudgedAnswer, judgePersona } from '../support/talk/run-talk.js'
import { talkCorpus } from '../support/talk/talk-corpus.js'
import type { Bench, Figure } from './bench.js'

/** As seen from where this file is compiled to. */
const FIXTURES = new URL('../../../fixtures/talk/', import.meta.url)
const BUDGETS = { development: 0.85, 'held-out': 0.8 } as const
const HALVES = ['development', 'held-out'] as const

/**
 * How many questions the stub model answers right, and how often it says what it must not; no chance in it. Of the
 * development half it prints what is wrong; of the held-out half never, so that no rule is written for it.
 */
export const bench: Bench = async (size) => {
  const corpus = talkCorpus(FIXTURES)
  const figures: Figure[] = []
  for (const half of HALVES) {
    const judged: JudgedAnswer[] = []
    for (const persona of corpus.filter((each) => each.half === half))
      judged.push(...(await judgePersona(persona)))
    if (size === 'full' && half === 'development') printWrong(judged)
    figures.push(...figuresOf(half, judged))
  }
  return figures
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
