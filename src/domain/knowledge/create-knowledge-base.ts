import type { ChangeFeed } from '../change-feed.js'
import type { ReadyDocument } from '../documents/record.js'
import type { Log } from '../log.js'
import { type Corpora, type CorporaDeps, createCorpora } from '../retrieval/corpus.js'
import {
  createPassageSource,
  isReady,
  type PassageItem,
  type PassageSourceDeps,
  readyDocuments,
} from './passage-source.js'
import {
  type Excerpt,
  type KnowledgeBase,
  type KnowledgeQuery,
  NO_KNOWLEDGE,
  type RetrievedKnowledge,
} from './ports.js'
import { searchPassages } from './search-passages.js'
import { createTextCache, type TextCache } from './text-cache.js'

export type KnowledgeBaseDeps = Omit<PassageSourceDeps, 'textCache'> &
  Pick<CorporaDeps<PassageItem, never>, 'search' | 'timers'> & {
    readonly changes: ChangeFeed
    readonly log: Log
  }

/** Documents of at most so many tokens are put into every prompt in full (docs/rest.md, Documents). */
export const FULL_TEXT_TOKENS = 30_000

const RETRIEVAL_FAILED =
  'The documents of a character could not be read; until they can, it answers without them'

type RetrievalContext = Pick<PassageSourceDeps, 'documents'> & {
  readonly textCache: TextCache
  readonly corpora: Corpora<PassageItem>
}

export function createKnowledgeBase(deps: KnowledgeBaseDeps): KnowledgeBase {
  const textCache = createTextCache(deps)
  const corpora = createCorpora({ ...deps, source: createPassageSource({ ...deps, textCache }) })
  const context: RetrievalContext = { ...deps, textCache, corpora }
  // Of a series of failures the first is logged.
  let isFailing = false
  const reportFailure = (error: unknown, characterId: string) => {
    if (!isFailing) deps.log.error(RETRIEVAL_FAILED, { character_id: characterId, error })
    isFailing = true
  }
  const evict = (characterId: string) => {
    corpora.drop(characterId)
    textCache.clear()
  }
  // A removed document is not found any more; this is for what memory still holds of it.
  deps.changes(['documents'], ({ owner, after }) => {
    if (owner !== undefined && after === undefined) evict(owner)
  })

  return {
    retrieve: async (question, signal) => {
      try {
        const knowledge = await retrieve(context, question, signal)
        isFailing = false
        return knowledge
      } catch (error) {
        // An aborted search fails as expected; any other failure must not cost the player the answer.
        if (!signal.aborted) reportFailure(error, question.characterId)
        return NO_KNOWLEDGE
      }
    },
    warm: (characterId) =>
      void warm(context, characterId).catch((error: unknown) => reportFailure(error, characterId)),
    evict,
    evictAll: () => {
      corpora.dropAll()
      textCache.clear()
    },
  }
}

async function retrieve(
  context: RetrievalContext,
  question: KnowledgeQuery,
  signal: AbortSignal,
): Promise<RetrievedKnowledge> {
  const { characterId, documents: known } = question
  const documents = known?.filter(isReady) ?? (await readyDocuments(context, characterId))
  if (documents.length === 0) return NO_KNOWLEDGE
  const isComplete = fitsFullText(documents)
  return {
    documents: documents.map(({ filename }) => filename),
    isComplete,
    excerpts: isComplete
      ? await fullText(context, documents)
      : await searchPassages(context, documents, { question, signal }),
  }
}

const fitsFullText = (documents: readonly ReadyDocument[]): boolean =>
  documents.reduce((sum, { totalTokens }) => sum + totalTokens, 0) <= FULL_TEXT_TOKENS

async function fullText(
  { textCache }: RetrievalContext,
  documents: readonly ReadyDocument[],
): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = []
  for (const { id, filename, passages_file } of documents) {
    // A document that was deleted since the list was read has no text.
    for (const passage of (await textCache.fullText(passages_file)) ?? [])
      excerpts.push({ documentId: id, document: filename, passage })
  }
  return excerpts
}

/** Builds the index of documents that are too long for the prompt. */
async function warm(context: RetrievalContext, characterId: string): Promise<void> {
  const documents = await readyDocuments(context, characterId)
  if (!fitsFullText(documents)) context.corpora.warm(characterId)
}
