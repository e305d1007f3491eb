import type { ReplyRequest } from '../../../../domain/turns/ports.js'
import {
  currentStatements,
  type PlayerStatement,
  readFact,
  readMemory,
  readMessage,
  readOwnTurn,
} from './player.js'

/** What is known of a player in one turn. */
export type KnownOfPlayer = {
  /** What holds now, oldest first, without what the player says just now. */
  readonly known: readonly PlayerStatement[]
  /** Of these, what was remembered from before the messages that the request shows. */
  readonly remembered: readonly PlayerStatement[]
  /** What the player tells in this message. */
  readonly toldNow: readonly PlayerStatement[]
  /** Everything that an answer may be found in. */
  readonly searched: readonly PlayerStatement[]
}

/** Messages and memories come again with every turn: so many of each are read once. */
const READ_ONCE = 5000
const MEMORIES_MAX = 300

/** Reads what a request tells about the player, each text once. */
export function createPlayerReader() {
  const messages = createCache(readMessage)
  const ownTurns = createCache((text) => [readOwnTurn(text)])
  // By the very string of the record, which is quicker to find again than one that is put together for it.
  const concluded = createMemoryCache(null)
  const quoted = createMemoryCache('')
  const facts = new Map<string, PlayerStatement>()
  const current = createCurrentStatements()
  const memoryOf = ({ sourceQuote, content }: ReplyRequest['memories']['memories'][number]) =>
    sourceQuote === null ? concluded(content) : quoted(content)
  const factOf = (fact: ReplyRequest['memories']['facts'][number]) => {
    const key = `${fact.factKey} ${fact.factValue}`
    const known = facts.get(key) ?? readFact(fact)
    if (facts.size >= READ_ONCE) facts.clear()
    facts.set(key, known)
    return known
  }
  return {
    read: (request: ReplyRequest): KnownOfPlayer => {
      const { messages: shown, readMessages, memories: recalled } = request
      const before = shown.slice(0, -1)
      const toldIn = (part: typeof before) =>
        part.flatMap(({ role, content }) => (role === 'user' ? messages(content) : []))
      const turns = recalled.turns.flatMap(({ role, text }) =>
        role === 'user' ? messages(text) : ownTurns(text),
      )
      const stored = [...recalled.memories]
        .slice(0, MEMORIES_MAX)
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      const isFact = new Set(recalled.facts.map(({ sourceMemoryId }) => sourceMemoryId))
      const pair = `${request.playerId} ${request.character.id}`
      const remembered = current(`${pair} remembered`, [
        ...stored.filter(({ id }) => !isFact.has(id)).map(memoryOf),
        ...recalled.facts.map(factOf),
      ])
      const toldNow = messages(shown.at(-1)?.content ?? '')
      // What is told after memories were made is newer than they are, what was told before is older.
      const known = current(`${pair} known`, [
        ...turns.filter(({ source }) => source !== 'said'),
        ...toldIn(before.slice(0, readMessages)),
        ...remembered,
        ...toldIn(before.slice(readMessages)),
      ])
      return {
        known,
        remembered,
        toldNow,
        searched: current(`${pair} searched`, [...turns, ...known, ...toldNow]),
      }
    },
  }
}

/** So many lists are kept: what holds for a player changes only when something is told or remembered. */
const CURRENT_LISTS = 1500

/** What holds of a list of statements, worked out anew only when the list is another than the last time under its key. */
function createCurrentStatements() {
  const last = new Map<string, { told: readonly PlayerStatement[]; current: readonly PlayerStatement[] }>()
  return (key: string, told: readonly PlayerStatement[]): readonly PlayerStatement[] => {
    const known = last.get(key)
    if (known !== undefined && isSame(known.told, told)) return known.current
    const current = currentStatements(told)
    if (last.size >= CURRENT_LISTS) last.clear()
    last.set(key, { told, current })
    return current
  }
}

const isSame = (one: readonly PlayerStatement[], other: readonly PlayerStatement[]): boolean =>
  one.length === other.length && one.every((statement, at) => statement === other[at])

/** Of a memory's quotation only matters whether it has one. */
const createMemoryCache = (sourceQuote: string | null) =>
  createCache((content) => readMemory({ content, sourceQuote }))

function createCache<Read>(read: (text: string) => Read) {
  const known = new Map<string, Read>()
  return (text: string): Read => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = read(text)
    if (known.size >= READ_ONCE) known.clear()
    known.set(text, found)
    return found
  }
}
