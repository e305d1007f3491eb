import { pairOfKey } from '../../conversations/pair-key.js'
import type { ConversationRepository, Pair } from '../../conversations/ports.js'
import type { MessageRecord } from '../../conversations/record.js'
import type {
  CorpusChanges,
  CorpusDocument,
  CorpusItem,
  CorpusSource,
} from '../../retrieval/corpus-source.js'
import { activeMemories } from '../load-memories.js'
import type { MemoryRepository } from '../ports.js'
import type { MemoryRecord } from '../record.js'

/** What a player can be remembered by. */
export type MemoryItem =
  | { readonly kind: 'memory'; readonly memory: MemoryRecord }
  | { readonly kind: 'turn'; readonly message: MessageRecord }

export type MemorySourceDeps = {
  readonly memories: Pick<MemoryRepository, 'findMany' | 'list' | 'vectors' | 'saveVectors'>
  readonly conversations: Pick<ConversationRepository, 'find' | 'listRemembered' | 'findMessages'>
}

/** So many turns of a pair can be found again, the newest. */
const MOST_TURNS = 2000
/** More of one turn is not searched. */
const SEARCHED_CHARACTERS = 2000
/** Vectors that a search waits for, in one question to the provider. */
export const AWAITED_VECTORS = 64

/** Up to which change of the pair's records, and up to which message. */
type Version = { readonly sequence: number; readonly lastTurn: number }

/**
 * The active memories of a pair and its newest turns. Changes are noted as they come, with the records, for pairs that
 * were listed: to follow them nothing is read.
 */
export function createMemorySource(deps: MemorySourceDeps) {
  const changes = createChangeLog()
  const source: CorpusSource<MemoryItem, Version> = {
    list: async (key, since) => {
      if (since === undefined) return listAll(deps, key, changes.begin(key))
      const { sequence, memories, messages } = changes.since(key, since.sequence)
      if (sequence === since.sequence) return { version: since, removed: [], added: [] }
      const [active, others] = partition(memories, ({ status }) => status === 'active')
      const turns = messages.filter(({ id }) => id > since.lastTurn)
      return {
        version: { sequence, lastTurn: turns.at(-1)?.id ?? since.lastTurn },
        removed: others.map(({ id }) => id),
        added: [active.map(memoryDocument), turnDocuments(turns, since.lastTurn)],
      }
    },
    read: (key, ids) => readItems(deps, pairOfKey(key), ids),
    release: changes.end,
    vectors: {
      awaited: AWAITED_VECTORS,
      find: ({ key }, documents) => deps.memories.vectors(key, documents.map(hashed)),
      save: ({ key }, made) =>
        deps.memories.saveVectors(
          key,
          made.map(({ document, vector }) => ({ ...hashed(document), vector })),
        ),
    },
    messages: {
      notIndexed: 'The memories of a player could not be indexed; the next search tries again',
      notEmbedded: 'Memories are searched by words alone, because the embeddings failed',
      notStored: 'Vectors of memories could not be stored',
    },
  }
  return { source, noteMemory: changes.noteMemory, noteTurn: changes.noteTurn }
}

const hashed = ({ id, contentHash = '' }: CorpusDocument) => ({ id, contentHash })

type Noted<R> = { readonly at: number; readonly record: R }

/** Notes what changed, by key and in one sequence, from the moment a key was first listed. */
function createChangeLog() {
  const noted = new Map<string, { memories: Noted<MemoryRecord>[]; messages: Noted<MessageRecord>[] }>()
  let sequence = 0
  return {
    /** Returns up to which change the records are about to be read. */
    begin: (key: string): number => {
      if (!noted.has(key)) noted.set(key, { memories: [], messages: [] })
      return sequence
    },
    end: (key: string) => void noted.delete(key),
    noteMemory: (key: string, record: MemoryRecord) => {
      sequence += 1
      noted.get(key)?.memories.push({ at: sequence, record })
    },
    noteTurn: (key: string, record: MessageRecord) => {
      sequence += 1
      noted.get(key)?.messages.push({ at: sequence, record })
    },
    /** What was taken up to `since` is forgotten: nobody follows from further back. The newest of each memory. */
    since: (key: string, since: number) => {
      const changes = noted.get(key)
      if (changes === undefined) return { sequence: since, memories: [], messages: [] }
      const isNew = ({ at }: Noted<unknown>) => at > since
      changes.memories = changes.memories.filter(isNew)
      changes.messages = changes.messages.filter(isNew)
      const last = [changes.memories.at(-1), changes.messages.at(-1)]
      return {
        sequence: Math.max(since, ...last.map((change) => change?.at ?? 0)),
        memories: [...new Map(changes.memories.map(({ record }) => [record.id, record])).values()],
        messages: changes.messages.map(({ record }) => record),
      }
    },
  }
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))]
}

async function listAll(
  deps: MemorySourceDeps,
  key: string,
  sequence: number,
): Promise<CorpusChanges<Version>> {
  const pair = pairOfKey(key)
  const conversation = await deps.conversations.find(pair)
  const messages =
    conversation === undefined ? [] : await deps.conversations.listRemembered(conversation.id, MOST_TURNS)
  const memories = await activeMemories(deps, pair)
  return {
    version: { sequence, lastTurn: messages.at(-1)?.id ?? 0 },
    removed: [],
    added: [memories.map(memoryDocument), turnDocuments(messages)],
  }
}

/** Active memories of this very pair, and turns that are not barred from memory. */
async function readItems(
  { memories, conversations }: MemorySourceDeps,
  pair: Pair,
  ids: readonly string[],
): Promise<CorpusItem<MemoryItem>[]> {
  const messageIds = ids.map(messageIdOf).filter((id) => id !== undefined)
  const memoryIds = ids.filter((id) => !isTurnDocument(id))
  const [found, messages] = await Promise.all([
    memoryIds.length === 0 ? [] : memories.findMany(memoryIds),
    messageIds.length === 0 ? [] : conversations.findMessages(pair, messageIds),
  ])
  const own = found.filter(
    ({ status, agentId, playerId }) =>
      status === 'active' && agentId === pair.characterId && playerId === pair.playerId,
  )
  return [
    ...own.map((memory) => ({ document: memoryDocument(memory), item: { kind: 'memory', memory } as const })),
    ...messages.map((message) => ({
      document: { id: documentIdOf(message.id), text: textOf(message) },
      item: { kind: 'turn', message } as const,
    })),
  ]
}

/** The words it was told in lead to it, too. */
const memoryDocument = ({ id, content, contentHash, sourceQuote }: MemoryRecord): CorpusDocument => ({
  id,
  text: content,
  contentHash,
  vectorGroup: 'memories',
  ...(sourceQuote !== null && { aside: sourceQuote }),
})

/** Whether a change of a memory leaves its document as it is; to be used is such a change. */
export const isSameDocument = (before: MemoryRecord, after: MemoryRecord): boolean =>
  before.status === after.status &&
  before.content === after.content &&
  before.sourceQuote === after.sourceQuote

/** Turns are found by their words, in the context of the turns next to them. `before`: the turn before the first; 0: none. */
const turnDocuments = (messages: readonly MessageRecord[], before = 0): CorpusDocument[] =>
  messages.map((message, at) => {
    const previous = messages[at - 1]?.id ?? before
    const document = { id: documentIdOf(message.id), text: textOf(message) }
    return previous === 0 ? document : { ...document, previous: documentIdOf(previous) }
  })

const PREFIX = 'turn-'

const documentIdOf = (id: number): string => `${PREFIX}${id}`

/** The message that a document stands for; undefined for a memory. */
export const messageIdOf = (documentId: string): number | undefined =>
  isTurnDocument(documentId) ? Number(documentId.slice(PREFIX.length)) : undefined

/** Whether a document stands for a message; the others stand for memories. */
export const isTurnDocument = (documentId: string): boolean => documentId.startsWith(PREFIX)

/**
 * Whether documents stand for memories, or for messages before this one; undefined: for memories. It is asked of every
 * document that a word finds, so it reads no number: those of one length are in the order of their digits.
 */
export function memoriesAndTurnsBefore(messageId: number | undefined): (documentId: string) => boolean {
  if (messageId === undefined) return (id) => !isTurnDocument(id)
  const first = documentIdOf(messageId)
  return (id) => !isTurnDocument(id) || (id.length === first.length ? id < first : id.length < first.length)
}

/** Mostly the very string of the record, which is quicker to find again than an equal one. */
function textOf({ content, imageDescription }: MessageRecord): string {
  const text = imageDescription === null ? content : `${content} ${imageDescription}`
  return text.trim().slice(0, SEARCHED_CHARACTERS)
}
