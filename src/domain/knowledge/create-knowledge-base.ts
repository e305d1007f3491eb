import type { Timers } from '../clock.js'
import type { DocumentRepository } from '../documents/ports.js'
import type { DocumentRecord, ReadyDocument } from '../documents/record.js'
import type { FileStore } from '../files/ports.js'
import type { Log } from '../log.js'
import type { SearchEngineProvider } from '../retrieval/engine.js'
import type { IndexCache } from '../retrieval/index-cache.js'
import { createIndexSync, type IndexSync } from './index-sync.js'
import {
  type Excerpt,
  type KnowledgeBase,
  type KnowledgeQuery,
  NO_KNOWLEDGE,
  type RetrievedKnowledge,
} from './ports.js'
import { searchPassages } from './search-passages.js'
import { createTextCache, type TextCache } from './text-cache.js'

export type KnowledgeBaseDeps = {
  readonly documents: Pick<DocumentRepository, 'list' | 'find' | 'recordVectors'>
  readonly files: Pick<FileStore, 'open' | 'put'>
  readonly search: SearchEngineProvider
  /** Makes empty indexes of the engine; its keys are ids of characters. */
  readonly indexes: IndexCache
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** A bank of so many tokens is given whole, every turn (docs/rest.md, Documents). */
export const FULL_TEXT_TOKENS = 30_000

const RETRIEVAL_FAILED = 'A knowledge bank could not be read; until it can, characters answer without'

type RetrievalContext = KnowledgeBaseDeps & { readonly textCache: TextCache; readonly indexSync: IndexSync }

export function createKnowledgeBase(deps: KnowledgeBaseDeps): KnowledgeBase {
  const rooms: RetrievalContext = {
    ...deps,
    textCache: createTextCache(deps),
    indexSync: createIndexSync(deps),
  }
  const complain = createFailureLog(deps.log)

  return {
    retrieve: async (question, signal) => {
      try {
        const knowledge = await retrieve(rooms, question, signal)
        complain.over()
        return knowledge
      } catch (error) {
        // An expected end of a search that nobody waits for, or a failure that must not cost the player the answer.
        if (!signal.aborted) complain.of(error, question.characterId)
        return NO_KNOWLEDGE
      }
    },
    pin: (characterId) => {
      const letGo = deps.indexes.pin(characterId)
      void warmIndex(rooms, characterId).catch((error: unknown) => complain.of(error, characterId))
      return letGo
    },
    evict: (characterId) => {
      deps.indexes.forget(characterId)
      rooms.textCache.clear()
    },
    evictAll: () => {
      deps.indexes.forgetAll()
      rooms.textCache.clear()
    },
  }
}

/** Says a failure once, until it is over. */
function createFailureLog(log: Log) {
  let isFailing = false
  return {
    of: (error: unknown, characterId: string) => {
      if (!isFailing) log.error(RETRIEVAL_FAILED, { character_id: characterId, error })
      isFailing = true
    },
    over: () => {
      isFailing = false
    },
  }
}

async function retrieve(
  rooms: RetrievalContext,
  question: KnowledgeQuery,
  signal: AbortSignal,
): Promise<RetrievedKnowledge> {
  const documents = await readyDocuments(rooms, question.characterId)
  if (documents.length === 0) return NO_KNOWLEDGE
  const isWhole = fitsFullText(documents)
  return {
    documents: documents.map(({ filename }) => filename),
    isComplete: isWhole,
    excerpts: isWhole
      ? await fullText(rooms, documents)
      : await search(rooms, documents, { question, signal }),
  }
}

async function readyDocuments(
  { documents }: Pick<RetrievalContext, 'documents'>,
  characterId: string,
): Promise<readonly ReadyDocument[]> {
  return (await documents.list(characterId)).filter(isReady)
}

const isReady = (document: DocumentRecord): document is ReadyDocument =>
  document.status === 'ready' && document.passages_file !== null

const fitsFullText = (documents: readonly ReadyDocument[]): boolean =>
  documents.reduce((sum, { totalTokens }) => sum + totalTokens, 0) <= FULL_TEXT_TOKENS

async function fullText(
  { textCache: texts }: RetrievalContext,
  documents: readonly ReadyDocument[],
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = []
  for (const { id, filename, passages_file } of documents) {
    // A document that was deleted since the list was made has no text any more.
    for (const passage of (await texts.read(passages_file)) ?? [])
      excerpts.push({ documentId: id, document: filename, passage })
  }
  return excerpts
}

type PassageQuery = { readonly question: KnowledgeQuery; readonly signal: AbortSignal }

async function search(
  rooms: RetrievalContext,
  documents: readonly ReadyDocument[],
  { question, signal }: PassageQuery,
): Promise<Excerpt[]> {
  const engine = await rooms.search.engine()
  return rooms.indexes.use(question.characterId, async (index) => {
    await rooms.indexSync.sync({ ...rooms, engine }, index, documents)
    signal.throwIfAborted()
    return searchPassages({ ...rooms, engine }, index, { documents, question, signal })
  })
}

/** Builds the index of a bank that will be searched, so that the first question need not wait for it. */
async function warmIndex(rooms: RetrievalContext, characterId: string): Promise<void> {
  const documents = await readyDocuments(rooms, characterId)
  if (fitsFullText(documents)) return
  const engine = await rooms.search.engine()
  await rooms.indexes.use(characterId, (index) =>
    rooms.indexSync.sync({ ...rooms, engine }, index, documents),
  )
}
