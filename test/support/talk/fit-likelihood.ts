import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { widerCandidates } from '../../../src/adapters/model/stub/answer/find-answer.js'
import {
  type Candidate,
  candidatesOf,
  type Searched,
} from '../../../src/adapters/model/stub/answer/likelihood.js'
import { LIKELIHOOD_WEIGHTS } from '../../../src/adapters/model/stub/answer/likelihood-weights.js'
import type { Found } from '../../../src/adapters/model/stub/answer/rate.js'
import type { Signs } from '../../../src/adapters/model/stub/answer/signs.js'
import { isSure, surest } from '../../../src/adapters/model/stub/answer/tell-answer.js'
import type { Choose } from '../../../src/adapters/model/stub/answer/turn.js'
import { findPackage } from '../../../src/runtime/process/package-root.js'
import { type Choice, fitConditionalLogit, probabilitiesOf } from './conditional-logit.js'
import { isRight, judgeQuestion } from './run-talk.js'
import { type TalkPersona, type TalkQuestion, talkCorpus } from './talk-corpus.js'

/**
 * Fits the weights of `answer/likelihood.ts` on the questions of `fixtures/talk` of which the rules are not sure, and prints
 * what they are worth for characters that they were not fitted on. With `--write` it writes `likelihood-weights.ts`.
 */
const root = (await findPackage()).root.pathname
/** Nothing is fitted on these, so that their sums tell what to expect of other characters. */
const LEFT_OUT: ReadonlySet<string> = new Set(['held-out', 'blind', 'blind-2', 'blind-3'])
const PENALTY = 3
/** There are more of them than of the others. */
const UNANSWERABLE_WEIGHT = 0.03
const FOLDS = 8
const THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5]
const NAMES = Object.keys(LIKELIHOOD_WEIGHTS) as readonly (keyof Signs)[]
const DECIMALS = 2

type Outcome = { readonly isRight: boolean; readonly isForbidden: boolean }
/** A question that the rules are not sure of, with what follows from telling each candidate, or none. */
type Unsure = {
  readonly persona: string
  readonly choice: Choice
  readonly keys: readonly string[]
  readonly outcomes: readonly Outcome[]
  readonly none: Outcome
  readonly now: Outcome
}
/** What the stub has to choose from. */
type Asked = {
  readonly question: Parameters<Choose>[0]
  readonly sources: Parameters<Choose>[2]
  readonly searched: Searched
}

const corpus = talkCorpus(new URL(`file://${join(root, 'fixtures/talk/')}`))
const unsure: Unsure[] = []
/** Questions without the sentences that answer them, so that whatever is told is wrong. */
const unanswerable: { readonly persona: string; readonly choice: Choice }[] = []
for (const persona of corpus)
  if (!LEFT_OUT.has(persona.half)) for (const question of persona.questions) await tryAll(persona, question)
printValidation()
const weights = fitConditionalLogit([...unsure, ...unanswerable].map(choiceOf), { penalty: PENALTY })
if (process.argv.includes('--write')) writeWeights()
else console.log('Nothing is written without --write.')

async function tryAll(persona: TalkPersona, question: TalkQuestion): Promise<void> {
  let asked: Asked | undefined
  const now = await judgeQuestion(persona, question, (read, answers, sources) => {
    const wider = widerCandidates(read, answers.candidates, sources)
    asked = { question: read, sources, searched: { ...answers, wider } }
    return surest(read, answers, sources)
  })
  if (asked === undefined) return
  const candidates = candidatesOf(asked.question, asked.searched, asked.sources)
  const outcomes: Outcome[] = []
  for (const { found } of candidates)
    outcomes.push(await outcomeOf(persona, question, tells(found.statement)))
  const right = outcomes.map((outcome) => outcome.isRight)
  addUnanswerable(
    persona,
    asked,
    new Set(candidates.flatMap(({ found }, at) => (right[at] === true ? [found.statement] : []))),
  )
  if (isSure(asked.question, asked.searched)) return
  const none = await outcomeOf(persona, question, () => undefined)
  unsure.push({
    persona: persona.key,
    choice: {
      options: candidates.map(optionOf),
      isRight: right,
      isNoneRight: none.isRight || !right.includes(true),
    },
    keys: candidates.map(({ found }) => found.statement.key),
    outcomes,
    none,
    now: { isRight: isRight(now), isForbidden: now.forbidden.length > 0 },
  })
}

function addUnanswerable(
  { key }: TalkPersona,
  { question, searched, sources }: Asked,
  answering: ReadonlySet<Candidate['found']['statement']>,
): void {
  if (answering.size === 0) return
  const without = (found: readonly Found[]) => found.filter(({ statement }) => !answering.has(statement))
  const left = {
    found: without(searched.found),
    candidates: without(searched.candidates),
    wider: without(searched.wider),
  }
  if (isSure(question, left)) return
  const options = candidatesOf(question, left, sources).map(optionOf)
  const choice = {
    options,
    isRight: options.map(() => false),
    isNoneRight: true,
    weight: UNANSWERABLE_WEIGHT,
  }
  unanswerable.push({ persona: key, choice })
}

function optionOf({ signs }: Candidate): Float64Array {
  return Float64Array.from(NAMES, (name) => signs[name])
}

function choiceOf({ choice }: { readonly choice: Choice }): Choice {
  return choice
}

/** Tells this one where it is found; the questions before the last one are answered as ever. */
function tells({ key, text }: Candidate['found']['statement']): Choose {
  return (question, answers, sources) =>
    [...answers.candidates, ...widerCandidates(question, answers.candidates, sources)].find(
      ({ statement }) => statement.key === key && statement.text === text,
    ) ?? surest(question, answers, sources)
}

async function outcomeOf(persona: TalkPersona, question: TalkQuestion, choose: Choose): Promise<Outcome> {
  const judged = await judgeQuestion(persona, question, choose)
  return { isRight: isRight(judged), isForbidden: judged.forbidden.length > 0 }
}

/** What would be told of these with weights that were fitted on other characters. */
function printValidation(): void {
  const personas = [...new Set(unsure.map(({ persona }) => persona))]
  const sums = new Map(THRESHOLDS.map((threshold) => [threshold, { right: 0, forbidden: 0, told: 0 }]))
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const tested = new Set(personas.filter((_, at) => at % FOLDS === fold))
    const isTested = ({ persona }: { readonly persona: string }) => tested.has(persona)
    const others = [...unsure, ...unanswerable].filter((each) => !isTested(each))
    const fitted = fitConditionalLogit(others.map(choiceOf), { penalty: PENALTY })
    for (const [threshold, sum] of sums) {
      for (const each of unsure.filter(isTested)) {
        const outcome = each.outcomes[toldWith(each, fitted, threshold)] ?? each.none
        sum.right += Number(outcome.isRight)
        sum.forbidden += Number(outcome.isForbidden)
      }
      for (const { choice } of unanswerable.filter(isTested))
        sum.told += Number(toldWith({ choice }, fitted, threshold) >= 0)
    }
  }
  const count = (has: (outcome: Outcome) => boolean) => unsure.filter(({ now }) => has(now)).length
  console.log(`${unsure.length} questions of which the rules are not sure, right and forbidden:`)
  console.log(`as it is: ${count((now) => now.isRight)}, ${count((now) => now.isForbidden)}`)
  console.log(`characters left out, and what is told of ${unanswerable.length} questions without an answer:`)
  for (const [threshold, { right, forbidden, told }] of sums)
    console.log(`told from a probability of ${threshold}: ${right}, ${forbidden}, ${told}`)
}

/** The option that would be told; -1 for none. */
function toldWith(
  { choice, keys = [] }: Pick<Unsure, 'choice'> & { readonly keys?: readonly string[] },
  fitted: Float64Array,
  threshold: number,
): number {
  const probabilities = probabilitiesOf(choice.options, fitted)
  const best = probabilities.indexOf(Math.max(...probabilities))
  const same = probabilities.reduce(
    (sum, each, at) =>
      at === best || (keys[at] !== undefined && keys[at] === keys[best]) ? sum + each : sum,
    0,
  )
  return same >= threshold ? best : -1
}

function writeWeights(): void {
  const lines = NAMES.map((name, at) => `  ${name}: ${Number((weights[at] ?? 0).toFixed(DECIMALS))},`)
  const file = join(root, 'src/adapters/model/stub/answer/likelihood-weights.ts')
  writeFileSync(
    file,
    `/**
 * What each sign adds to the log-odds that a candidate answers rather than that none does. Written by \`npm run likelihood -- --write\`
 * (\`test/support/talk/fit-likelihood.ts\`), which fits them on \`fixtures/talk\`.
 */
export const LIKELIHOOD_WEIGHTS = {
${lines.join('\n')}
}
`,
  )
  console.log(`${file} is written.`)
}
