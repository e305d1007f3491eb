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
  /** One index for each character id; a new one is empty. */
  readonly indexes: IndexCache
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** Documents of at most so many tokens are put into every prompt in full (docs/rest.md, Documents). */
export const FULL_TEXT_TOKENS = 30_000

const RETRIEVAL_FAILED =
  'The documents of a character could not be read; until they can, it answers without them'

type RetrievalContext = KnowledgeBaseDeps & { readonly textCache: TextCache; readonly indexSync: IndexSync }

export function createKnowledgeBase(deps: KnowledgeBaseDeps): KnowledgeBase {
  const context: RetrievalContext = {
    ...deps,
    textCache: createTextCache(deps),
    indexSync: createIndexSync(deps),
  }
  const failureLog = createFailureLog(deps.log)

  return {
    retrieve: async (question, signal) => {
      try {
        const knowledge = await retrieve(context, question, signal)
        failureLog.reset()
        return knowledge
      } catch (error) {
        // An aborted search fails as expected; any other failure must not cost the player the answer.
        if (!signal.aborted) failureLog.report(error, question.characterId)
        return NO_KNOWLEDGE
      }
    },
    pin: (characterId) => {
      const unpin = deps.indexes.pin(characterId)
      void warmIndex(context, characterId).catch((error: unknown) => failureLog.report(error, characterId))
      return unpin
    },
    evict: (characterId) => {
      deps.indexes.forget(characterId)
      context.textCache.clear()
    },
    evictAll: () => {
      deps.indexes.forgetAll()
      context.textCache.clear()
    },
  }
}

/** Logs the first failure of a series, until `reset`. */
function createFailureLog(log: Log) {
  let isFailing = false
  return {
    report: (error: unknown, characterId: string) => {
      if (!isFailing) log.error(RETRIEVAL_FAILED, { character_id: characterId, error })
      isFailing = true
    },
    reset: () => {
      isFailing = false
    },
  }
}

async function retrieve(
  context: RetrievalContext,
  question: KnowledgeQuery,
  signal: AbortSignal,
): Promise<RetrievedKnowledge> {
  const documents = await readyDocuments(context, question.characterId)
  if (documents.length === 0) return NO_KNOWLEDGE
  const isComplete = fitsFullText(documents)
  return {
    documents: documents.map(({ filename }) => filename),
    isComplete,
    excerpts: isComplete
      ? await fullText(context, documents)
      : await search(context, documents, { question, signal }),
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
  { textCache }: RetrievalContext,
  documents: readonly ReadyDocument[],
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = []
  for (const { id, filename, passages_file } of documents) {
    // A document that was deleted since the list was read has no text.
    for (const passage of (await textCache.read(passages_file)) ?? [])
      excerpts.push({ documentId: id, document: filename, passage })
  }
  return excerpts
}

type PassageQuery = { readonly question: KnowledgeQuery; readonly signal: AbortSignal }

async function search(
  context: RetrievalContext,
  documents: readonly ReadyDocument[],
  { question, signal }: PassageQuery,
): Promise<Excerpt[]> {
  const engine = await context.search.engine()
  return context.indexes.use(question.characterId, async (index) => {
    await context.indexSync.sync({ ...context, engine }, index, documents)
    signal.throwIfAborted()
    return searchPassages({ ...context, engine }, index, { documents, question, signal })
  })
}

/** Builds the index of documents that are too long for the prompt, so that the first question does not wait for it. */
async function warmIndex(context: RetrievalContext, characterId: string): Promise<void> {
  const documents = await readyDocuments(context, characterId)
  if (fitsFullText(documents)) return
  const engine = await context.search.engine()
  await context.indexes.use(characterId, (index) =>
    context.indexSync.sync({ ...context, engine }, index, documents),
  )
}
