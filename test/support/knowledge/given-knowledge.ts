import type { Timers } from '../../../src/domain/clock.js'
import type { DocumentRecord } from '../../../src/domain/documents/record.js'
import { createKnowledgeBase } from '../../../src/domain/knowledge/create-knowledge-base.js'
import { encodePassages } from '../../../src/domain/knowledge/passage-file.js'
import type { Passage } from '../../../src/domain/knowledge/ports.js'
import type { SearchEngine, SearchEngineProvider } from '../../../src/domain/retrieval/engine.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createSearch } from '../../../src/runtime/services/search.js'
import { createConditionVariable } from '../condition-variable.js'
import { aDocument } from './document-records.js'

export const NEVER: AbortSignal = new AbortController().signal

export const passage = (text: string, page = 1, tokens = 100): Passage => ({
  text,
  tokens,
  firstPage: page,
  lastPage: page,
})

export const question = (text: string, previousText?: string) => ({
  characterId: 'c1',
  text,
  previousText,
  ignoredWords: ['Mira'],
})

type Given = {
  readonly engine?: Partial<SearchEngine>
  readonly after?: Timers['after']
  /** What another server has left behind. */
  readonly left?: Pick<Kept, 'documents' | 'vectors'>
}
type Kept = { readonly documents: DocumentRecord[]; readonly vectors: Map<string, Uint8Array> }

/** The knowledge base of a server, over documents that the test adds and removes. */
export async function givenKnowledge({ engine, after, left }: Given = {}) {
  const timers = { ...createTimers(), ...(after !== undefined && { after }) }
  const logged: [string, object][] = []
  const log = (message: string, fields: object = {}) => void logged.push([message, fields])
  const logs = { debug: log, info: log, warn: log, error: log }
  const found = await createSearch({ kind: 'hash' }, { timers, log: logs })
  let searches = 0
  const search: SearchEngineProvider = {
    engine: async () => {
      searches += 1
      return { ...(await found.engine()), ...engine }
    },
  }
  const documents: DocumentRecord[] = left?.documents ?? []
  const vectors = left?.vectors ?? new Map<string, Uint8Array>()
  const files = new Map<string, readonly Passage[]>()
  const opened: string[] = []
  const watch = createConditionVariable()
  let failure: Error | undefined
  let publish = (_: DocumentRecord) => {}
  const knowledge = createKnowledgeBase({
    search,
    timers,
    log: logs,
    changes: (_, listener) => {
      publish = (before) => {
        const { id, agentId: owner } = before
        const change = { kind: 'documents', id, owner, pair: undefined, version: 1, before, after: undefined }
        // The only kind that the knowledge base follows.
        listener(change as Parameters<typeof listener>[0])
      }
      return () => undefined
    },
    documents: {
      list: async (characterId) => {
        if (failure !== undefined) throw failure
        return documents.filter(({ agentId }) => agentId === characterId)
      },
      find: async (id) => documents.find((one) => one.id === id),
      recordVectors: async (passagesFile, made) => {
        for (const [at, document] of documents.entries()) {
          if (document.passages_file === passagesFile) documents[at] = { ...document, vectors: made }
        }
        return true
      },
    },
    files: {
      open: async (sha256, range) => {
        opened.push(sha256)
        watch.wake()
        const stored = vectors.get(sha256)
        if (stored !== undefined) return inHalves(stored.subarray(range?.start, (range?.end ?? Infinity) + 1))
        const passages = files.get(sha256)
        return passages === undefined ? undefined : encodePassages(passages)
      },
      put: async (bytes) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of bytes) chunks.push(chunk)
        const sha256 = `vectors ${vectors.size}`
        const content = Buffer.concat(chunks)
        vectors.set(sha256, content)
        return { sha256, size: content.length, release: () => undefined }
      },
    },
  })
  return {
    knowledge,
    kept: { documents, vectors },
    logged,
    opened,
    /** Resolves once it is true, as far as it depends on the files that were opened. */
    until: watch.until,
    searches: () => searches,
    fail: (error: Error | undefined) => {
      failure = error
    },
    loseFile: (id: string) => void files.delete(`text of ${id}`),
    remove: (id: string) => {
      const at = documents.findIndex((one) => one.id === id)
      documents.splice(at, 1).forEach(publish)
    },
    /** A ready document of the character `c1`, of so many tokens. */
    add: (id: string, passages: readonly Passage[], more: Partial<DocumentRecord> = {}) => {
      files.set(`text of ${id}`, passages)
      documents.push(
        aDocument({
          id,
          filename: `${id}.pdf`,
          status: 'ready',
          passages_file: `text of ${id}`,
          chunkCount: passages.length,
          totalTokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
          ...more,
        }),
      )
    },
  }
}

/** Cut where no number ends. */
async function* inHalves(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 5)
  yield bytes.subarray(5)
}
