import type { SearchEngineProvider } from '../../src/domain/retrieval/engine.js'
import { type CorpusConversation, memoryCorpus } from '../support/memories/memory-corpus.js'
import {
  at10,
  memoryRetrieval,
  type QuestionRecall,
  recallOf,
  turnRetrieval,
} from '../support/memories/memory-retrieval.js'
import { extractConversation, scoreExtraction, scoreSupersession } from '../support/memories/memory-score.js'
import {
  createKeywordSearch,
  mergeConversations,
  replayConversation,
} from '../support/sessions/replay-conversation.js'
import type { Bench, Figure } from './bench.js'
import { type Compared, line, percent, recallTable } from './memory-table.js'

/** As seen from where this file is compiled to. */
const FIXTURES = new URL('../../../fixtures/memory/', import.meta.url)
const TIMES_STOCK = { atLeast: 1.8 }

/** What is found of what was said, and of what was remembered of it, beside Orama as it comes; no chance in it. */
export const bench: Bench = async (size) => {
  const print = size === 'full' ? (text: string) => console.log(text) : () => undefined
  const corpus = memoryCorpus(FIXTURES)
  const search = await createKeywordSearch()
  const figures: Figure[] = []
  for (const { name, conversations } of settingsOf(corpus)) {
    const { turns, memories, known } = await recall(conversations, search)
    print(recallTable(`${name}: turns`, turns))
    print(recallTable(`${name}: memories`, memories))
    figures.push(timesStock(`evidence among ten turns, ${name}`, turns, 1))
    figures.push(timesStock(`evidence behind ten memories, ${name}`, memories, at10(known)))
  }
  print(line('extraction', ['precision', 'recall', 'fooled', 'retired', 'wrongly', 'missed']))
  for (const half of HALVES) figures.push(...(await extraction(half, corpus, print)))
  return figures
}

const HALVES = ['development', 'held-out'] as const

const settingsOf = (corpus: readonly CorpusConversation[]) => [
  ...HALVES.map((name) => ({ name, conversations: corpus.filter(({ half }) => half === name) })),
  { name: 'all as one history', conversations: [mergeConversations(corpus)] },
]

async function recall(conversations: readonly CorpusConversation[], search: SearchEngineProvider) {
  const all = { turns: none(), memories: none(), known: [] as QuestionRecall[] }
  for (const conversation of conversations) {
    const lived = await replayConversation(conversation, { search })
    const memories = await memoryRetrieval(lived)
    const turns = turnRetrieval(conversation, lived)
    for (const who of ['own', 'stock'] as const) {
      all.turns[who].push(...(await recallOf(conversation, turns[who])))
      all.memories[who].push(...(await recallOf(conversation, memories[who])))
    }
    all.known.push(...(await recallOf(conversation, memories.known)))
  }
  return all
}

const none = (): Record<'own' | 'stock', QuestionRecall[]> => ({ own: [], stock: [] })

/** `most`: what a perfect search of these documents finds. */
function timesStock(name: string, { own, stock }: Compared, most: number): Figure {
  const [found, before] = [at10(own), at10(stock)]
  return {
    name,
    ratio: found / before,
    budget: TIMES_STOCK,
    detail: `${percent(found)} / ${percent(before)}; all that is there: ${percent(most)}, ${(most / before).toFixed(2)} x`,
  }
}

async function extraction(
  half: (typeof HALVES)[number],
  corpus: readonly CorpusConversation[],
  print: (text: string) => void,
): Promise<Figure[]> {
  const sum = { right: 0, found: 0, expected: 0, fooled: 0, retired: 0, wronglyRetired: 0, notRetired: 0 }
  for (const conversation of corpus.filter((each) => each.half === half)) {
    const batches = await extractConversation(conversation)
    const { right, found, expected, fooled } = scoreExtraction(conversation, batches)
    const retired = scoreSupersession(conversation, batches)
    sum.right += right
    sum.found += found
    sum.expected += expected
    sum.fooled += fooled.length
    sum.retired += retired.right
    sum.wronglyRetired += retired.wrong.length
    sum.notRetired += retired.missed.length
  }
  const [precision, recalled] = [sum.right / sum.found, sum.right / sum.expected]
  const counts = [sum.fooled, sum.retired, sum.wronglyRetired, sum.notRetired].map(String)
  print(line(half, [percent(precision), percent(recalled), ...counts]))
  const wrong = { budget: { atMost: 0 } }
  return [
    {
      name: `precision of extraction, ${half}`,
      ratio: precision,
      budget: { atLeast: 0.9 },
      detail: `${sum.right} of ${sum.found}; ${percent(recalled)} of ${sum.expected} expected`,
    },
    { name: `traps fallen for, ${half}`, ratio: sum.fooled, ...wrong, detail: '' },
    {
      name: `facts wrongly retired, ${half}`,
      ratio: sum.wronglyRetired,
      ...wrong,
      detail: `${sum.retired} rightly, ${sum.notRetired} not`,
    },
  ]
}
