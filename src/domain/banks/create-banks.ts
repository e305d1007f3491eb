import type { Timers } from '../clock.js'
import type { DocumentStore } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { FileStore } from '../files/ports.js'
import type { Log } from '../log.js'
import type { Search } from '../retrieval/engine.js'
import type { IndexCache } from '../retrieval/index-cache.js'
import { type Aligner, createAligner } from './aligner.js'
import type { ReadyDocument } from './bank-index.js'
import {
  type Excerpt,
  type Knowledge,
  type KnowledgeBanks,
  NO_KNOWLEDGE,
  type Question,
} from './knowledge.js'
import { searchBank } from './search-bank.js'
import { createTexts, type Texts } from './texts.js'

export type BankDeps = {
  readonly documents: Pick<DocumentStore, 'list' | 'find' | 'keepVectors'>
  readonly files: Pick<FileStore, 'open' | 'put'>
  readonly search: Search
  /** Makes empty indexes of the engine; its keys are ids of characters. */
  readonly indexes: IndexCache
  readonly timers: Pick<Timers, 'after'>
  readonly log: Log
}

/** A bank of so many tokens is given whole, every turn (docs/rest.md, Documents). */
export const WHOLE_TOKENS = 30_000

const FAILED = 'A knowledge bank could not be read; until it can, characters answer without'

type Rooms = BankDeps & { readonly texts: Texts; readonly aligner: Aligner }

export function createKnowledgeBanks(deps: BankDeps): KnowledgeBanks {
  const rooms: Rooms = { ...deps, texts: createTexts(deps), aligner: createAligner(deps) }
  const complain = createComplaint(deps.log)

  return {
    recall: async (question, signal) => {
      try {
        const knowledge = await recall(rooms, question, signal)
        complain.over()
        return knowledge
      } catch (error) {
        // An expected end of a search that nobody waits for, or a failure that must not cost the player the answer.
        if (!signal.aborted) complain.of(error, question.characterId)
        return NO_KNOWLEDGE
      }
    },
    hold: (characterId) => {
      const letGo = deps.indexes.pin(characterId)
      void warm(rooms, characterId).catch((error: unknown) => complain.of(error, characterId))
      return letGo
    },
    forget: (characterId) => {
      deps.indexes.forget(characterId)
      rooms.texts.forgetAll()
    },
    forgetAll: () => {
      deps.indexes.forgetAll()
      rooms.texts.forgetAll()
    },
  }
}

/** Says a failure once, until it is over. */
function createComplaint(log: Log) {
  let isFailing = false
  return {
    of: (error: unknown, characterId: string) => {
      if (!isFailing) log.error(FAILED, { character_id: characterId, error })
      isFailing = true
    },
    over: () => {
      isFailing = false
    },
  }
}

async function recall(rooms: Rooms, question: Question, signal: AbortSignal): Promise<Knowledge> {
  const documents = await readyDocuments(rooms, question.characterId)
  if (documents.length === 0) return NO_KNOWLEDGE
  const isWhole = fitsWhole(documents)
  return {
    documents: documents.map(({ filename }) => filename),
    isWhole,
    excerpts: isWhole
      ? await wholeText(rooms, documents)
      : await search(rooms, documents, { question, signal }),
  }
}

async function readyDocuments(
  { documents }: Pick<Rooms, 'documents'>,
  characterId: string,
): Promise<readonly ReadyDocument[]> {
  return (await documents.list(characterId)).filter(isReady)
}

const isReady = (document: DocumentRecord): document is ReadyDocument =>
  document.status === 'ready' && document.passages_file !== null

const fitsWhole = (documents: readonly ReadyDocument[]): boolean =>
  documents.reduce((sum, { totalTokens }) => sum + totalTokens, 0) <= WHOLE_TOKENS

async function wholeText({ texts }: Rooms, documents: readonly ReadyDocument[]): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = []
  for (const { id, filename, passages_file } of documents) {
    // A document that was deleted since the list was made has no text any more.
    for (const passage of (await texts.read(passages_file)) ?? [])
      excerpts.push({ documentId: id, document: filename, passage })
  }
  return excerpts
}

type Asked = { readonly question: Question; readonly signal: AbortSignal }

async function search(
  rooms: Rooms,
  documents: readonly ReadyDocument[],
  { question, signal }: Asked,
): Promise<Excerpt[]> {
  const engine = await rooms.search.engine()
  return rooms.indexes.use(question.characterId, async (index) => {
    await rooms.aligner.align({ ...rooms, engine }, index, documents)
    signal.throwIfAborted()
    return searchBank({ ...rooms, engine }, index, { documents, question, signal })
  })
}

/** Builds the index of a bank that will be searched, so that the first question need not wait for it. */
async function warm(rooms: Rooms, characterId: string): Promise<void> {
  const documents = await readyDocuments(rooms, characterId)
  if (fitsWhole(documents)) return
  const engine = await rooms.search.engine()
  await rooms.indexes.use(characterId, (index) => rooms.aligner.align({ ...rooms, engine }, index, documents))
}
