import { expect, test } from 'vitest'
import { converse, isRight, judgePersona } from '../../../support/talk/run-talk.js'
import { judgeAnswer, type TalkPersona, talkCorpus } from '../../../support/talk/talk-corpus.js'

const corpus = talkCorpus()
const judgedOf = new Map<string, ReturnType<typeof judgePersona>>()

/** The answers of a character, which two tests look at. */
function judge(persona: TalkPersona) {
  const judged = judgedOf.get(persona.key) ?? judgePersona(persona)
  judgedOf.set(persona.key, judged)
  return judged
}

/** `most`: how often a word is said that the answer must not have. None is the goal, which the development and the regression ones have reached. */
test.each([
  ['development', { least: 0.99, most: 0 }],
  ['regression', { least: 0.945, most: 0 }],
  ['tuned', { least: 0.9, most: 6 }],
  ['forms', { least: 0.8, most: 2 }],
  ['unseen', { least: 0.79, most: 2 }],
  ['round-1', { least: 0.75, most: 5 }],
  ['round-2', { least: 0.75, most: 3 }],
  ['fresh', { least: 0.78, most: 4 }],
  ['fresh-2', { least: 0.79, most: 13 }],
  ['blind', { least: 0.67, most: 3 }],
  ['blind-2', { least: 0.7, most: 4 }],
  ['blind-3', { least: 0.7, most: 14 }],
  ['held-out', { least: 0.86, most: 6 }],
] as const)('enough of the %s questions are answered right', async (half, { least, most }) => {
  const personas = corpus.filter((persona) => persona.half === half)
  const judged = (await Promise.all(personas.map(judge))).flat()
  // Only how many: whoever sees which held-out or blind answers are wrong writes rules for them.
  expect(judged.filter(isRight).length / judged.length).toBeGreaterThanOrEqual(least)
  expect(judged.flatMap(({ forbidden }) => forbidden).length).toBeLessThanOrEqual(most)
})

test('no answer holds a stage direction, an instruction or the third person', async () => {
  const spoken = await Promise.all(
    corpus.map(async (persona) =>
      (await judge(persona)).flatMap(
        ({ answer }) => judgeAnswer(answer, { must: [], mustNot: [] }, persona.never).forbidden,
      ),
    ),
  )
  expect(spoken.flat()).toEqual([])
})

const LINES = [
  ...[
    'Hello',
    'Who are you?',
    'What do you do?',
    'Who are you?',
    'What do you do?',
    'Why?',
    'Tell me more',
    'Tell me more',
  ],
  ...[
    'asdf',
    'What is the capital of Peru?',
    'asdf',
    'What is the capital of Chile?',
    'I like tea',
    'What do I like?',
  ],
  ...[
    'You are great',
    'You are great',
    'What do you remember about me?',
    'Hello',
    'What do you remember about me?',
    'Bye',
  ],
]
const keysOf = (reply: string) =>
  (reply.match(/[^.!?]+/g) ?? [])
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [])
    .filter((words) => words.length >= 5)
    .map((words) => words.join(' '))

test.each(corpus.map((persona) => [persona.key, persona] as const))(
  '%s says no sentence of five words twice within ten turns',
  async (_, persona) => {
    const replies = await converse(persona, LINES)
    const repeated = replies.flatMap((reply, at) => {
      const before = new Set(replies.slice(Math.max(0, at - 9), at).flatMap(keysOf))
      return keysOf(reply).filter((key) => before.has(key))
    })
    expect(repeated).toEqual([])
  },
)

test('the same conversation gets the same replies', async () => {
  for (const persona of corpus) expect(await converse(persona, LINES)).toEqual(await converse(persona, LINES))
})
