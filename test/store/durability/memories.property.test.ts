import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTransition } from '../../../src/domain/memories/decay/forgetting-curve.js'
import { replayMemoryEvents } from '../../../src/domain/memories/history.js'
import type { MemoryRecord } from '../../../src/domain/memories/record.js'
import {
  PAIRS,
  type Pair,
  startRestartableMemoryServices,
} from '../../support/servers/restartable-memory-services.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

/** MEMORY_RUNS asks for more than CI has time for, from another seed each time. */
const asked = process.env['MEMORY_RUNS']
const RUNS = asked === undefined ? { numRuns: 5, seed: 5 } : { numRuns: Number(asked) }
const PATIENCE_MS = asked === undefined ? 600_000 : 3_600_000

/** One of them has more of a life than the others. */
const [first, ...others] = PAIRS
const pair: fc.Arbitrary<Pair> = fc.constantFrom(first, first, ...others)
const days = fc.constantFrom(0, 1, 20, 500)
const nth = fc.nat({ max: 30 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      pair,
      importance: fc.constantFrom(0, 0.5, 1),
      memoryLayer: fc.constantFrom('stm' as const, 'ltm' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      pair,
      what: fc.constantFrom('home', 'home', 'taste', 'no taste', 'sister'),
      nth,
    }),
  },
  ...(['edit', 'delete', 'erase', 'undo'] as const).map((what) => ({
    weight: 2,
    arbitrary: fc.record({ do: fc.constant(what), pair, nth }),
  })),
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase all' as const), pair }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), days }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Of<Do extends Step['do']> = Extract<Step, { do: Do }>

/** What is known of a memory from outside: every text it ever had, and that nobody erased it. */
type Known = { readonly pair: Pair; readonly texts: readonly string[] }
type Life = Awaited<ReturnType<typeof startRestartableMemoryServices>>

const sameAs = (a: Pair) => (b: Pair) => a.characterId === b.characterId && a.playerId === b.playerId
const WORD = /\bZq[a-j]{4}\b/g
const wordsIn = (text: string): string[] => [...new Set(text.match(WORD) ?? [])]
const latest = ({ texts }: Known): string => texts.at(-1) ?? ''

/** Says what must hold, by what was done: nothing of how memories are kept. */
function createLedger(life: Life) {
  const known = new Map<string, Known>()
  const erased = new Set<string>()
  const owners = new Map<string, Pair>()

  const ofPair = (owner: Pair) => [...known].filter(([, one]) => sameAs(owner)(one.pair))
  /** A word that was never said before, and is whose it is for ever. */
  const newWord = (owner: Pair): string => {
    const digits = [...String(owners.size).padStart(4, '0')]
    const word = `Zq${digits.map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
    owners.set(word, owner)
    return word
  }
  const oldWord = (owner: Pair, at: number): string => {
    const words = ofPair(owner).flatMap(([, one]) => wordsIn(latest(one)))
    return words[at % words.length] ?? newWord(owner)
  }
  const pick = (owner: Pair, at: number): string | undefined => {
    const ids = ofPair(owner).map(([id]) => id)
    return ids[at % ids.length]
  }
  const forget = (ids: readonly string[]) => {
    for (const id of ids) {
      known.delete(id)
      erased.add(id)
    }
  }
  /** New memories may hold these words only; nothing else may have come, changed its text or gone. */
  const check = async (owner: Pair, words: readonly string[] = []): Promise<void> => {
    const stored = await life.all(owner)
    for (const { id, content } of stored) {
      expect(erased.has(id), `the erased ${id} came back`).toBe(false)
      const one = known.get(id)
      if (one !== undefined) expect(content).toBe(latest(one))
      else {
        expect(words).toEqual(expect.arrayContaining(wordsIn(content)))
        expect(words.length, `${content} came from nowhere`).toBeGreaterThan(0)
        known.set(id, { pair: owner, texts: [content] })
      }
    }
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(ofPair(owner).map(([id]) => id)))
    await checkHistory(life, owner, stored, known)
    checkSlots(stored, await life.store.memories.coreFacts(owner))
    for (const memory of stored)
      expect(nextTransition(memory)?.at ?? Number.POSITIVE_INFINITY).toBeGreaterThan(
        life.clock.now().getTime(),
      )
    await checkViews(owner, stored)
  }
  const checkViews = async (owner: Pair, stored: readonly MemoryRecord[]): Promise<void> => {
    const living = new Set(ofPair(owner).flatMap(([, one]) => one.texts.flatMap(wordsIn)))
    const all = [...owners.keys()]
    const shown = wordsIn(await life.shown(owner, all.slice(-40).join(' ')))
    expect(shown.filter((word) => !living.has(word))).toEqual([])
    for (const { id, status, content } of stored.slice(-3)) {
      const [word] = wordsIn(content)
      if (word === undefined || status !== 'active') continue
      const found = await life.search(owner, word)
      expect(
        found.map(({ memoryId }) => memoryId),
        `${word} is found`,
      ).toContain(id)
    }
  }
  return { known, newWord, oldWord, pick, forget, check, ofPair }
}

/** Every text that a memory ever had is in its history, and the history makes what is stored. */
async function checkHistory(
  life: Life,
  owner: Pair,
  stored: readonly MemoryRecord[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  const events = await life.store.memories.events(owner)
  const byId = (a: MemoryRecord, b: MemoryRecord) => (a.id < b.id ? -1 : 1)
  expect(replayMemoryEvents(events, life.clock.now())).toEqual([...stored].sort(byId))
  for (const { id } of stored) {
    const texts = events.flatMap(({ memoryId, before, after }) =>
      memoryId === id ? [before?.content, after.content] : [],
    )
    expect(texts).toEqual(expect.arrayContaining([...(known.get(id)?.texts ?? [])]))
  }
}

/** Of a slot that holds one value one memory is active, and the core fact is its value. */
function checkSlots(
  stored: readonly MemoryRecord[],
  facts: readonly { factKey: string; factValue: string; sourceMemoryId: string }[],
): void {
  const current = stored.filter(({ status, slot }) => status === 'active' && slot?.cardinality === 'one')
  expect(facts.map(({ sourceMemoryId }) => sourceMemoryId).sort()).toEqual(current.map(({ id }) => id).sort())
  for (const { sourceMemoryId, factValue } of facts)
    expect(current.find(({ id }) => id === sourceMemoryId)?.slot?.value).toBe(factValue)
}

type Ledger = ReturnType<typeof createLedger>

const SENTENCES: Readonly<Record<Of<'say'>['what'], (word: string) => string>> = {
  home: (word) => `I live in ${word}.`,
  taste: (word) => `I love ${word}.`,
  'no taste': (word) => `I no longer like ${word}.`,
  sister: (word) => `My sister is called ${word}.`,
}

/** Each step does one thing and checks what it may have changed. */
async function perform(life: Life, ledger: Ledger, given: Step): Promise<void> {
  switch (given.do) {
    case 'wait':
      await life.advance(given.days)
      return
    case 'restart':
      await life.restart(given.days)
      return
    case 'write': {
      const word = ledger.newWord(given.pair)
      const { importance, memoryLayer } = given
      await life.write(given.pair, `Remember ${word} well`, { importance, memoryLayer })
      return ledger.check(given.pair, [word])
    }
    case 'say': {
      const word =
        given.what === 'no taste' ? ledger.oldWord(given.pair, given.nth) : ledger.newWord(given.pair)
      await life.say(given.pair, SENTENCES[given.what](word))
      return ledger.check(given.pair, [word])
    }
    case 'erase all':
      ledger.forget(ledger.ofPair(given.pair).map(([id]) => id))
      await life.removeAll(given.pair)
      return ledger.check(given.pair)
    default:
      return performOnOne(life, ledger, given)
  }
}

async function performOnOne(
  life: Life,
  ledger: Ledger,
  given: Of<'edit' | 'delete' | 'erase' | 'undo'>,
): Promise<void> {
  const id = given.do === 'undo' ? await retired(life, given) : ledger.pick(given.pair, given.nth)
  if (id === undefined) return
  const [stranger] = PAIRS.filter((other) => !sameAs(other)(given.pair))
  if (stranger !== undefined)
    await expect(life.remove(stranger, id, true)).rejects.toThrow('Memory not found')
  if (given.do === 'edit') {
    const content = `Now ${ledger.newWord(given.pair)} it is`
    const one = ledger.known.get(id)
    await life.edit(given.pair, id, content)
    ledger.known.set(id, { pair: given.pair, texts: [...(one?.texts ?? []), content] })
  }
  if (given.do === 'delete') await life.remove(given.pair, id, false)
  if (given.do === 'erase') {
    await life.remove(given.pair, id, true)
    ledger.forget([id])
  }
  if (given.do === 'undo') await life.undo(given.pair, id).catch(orConflict)
  await ledger.check(given.pair)
}

/** One that another took the place of, if there is any. */
async function retired(
  life: Life,
  { pair: owner, nth: at }: { pair: Pair; nth: number },
): Promise<string | undefined> {
  const superseded = (await life.all(owner)).filter(({ status }) => status === 'superseded')
  return superseded[at % superseded.length]?.id
}

function orConflict(error: unknown): void {
  if ((error as { kind?: string }).kind !== 'conflict') throw error
}

test(
  'whatever is written, said, changed, undone, erased and waited for: no text is lost, none is shown to others, and none comes back',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }), async (steps) => {
        const life = await startRestartableMemoryServices(await temporaryFolder())
        const ledger = createLedger(life)
        for (const one of steps) await perform(life, ledger, one)
        for (const owner of PAIRS) await ledger.check(owner)
        await life.restart(40)
        for (const owner of PAIRS) await ledger.check(owner)
        await life.stop()
      }),
      RUNS,
    )
  },
  PATIENCE_MS,
)
