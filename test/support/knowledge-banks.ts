import type { Timers } from '../../src/domain/clock.js'
import { encodePassages } from '../../src/domain/documents/passage-file.js'
import type { Passage } from '../../src/domain/documents/ports.js'
import type { DocumentRecord } from '../../src/domain/documents/record.js'
import type { Search, SearchEngine } from '../../src/domain/retrieval/engine.js'
import { createBanks } from '../../src/runtime/banks.js'
import { createSearch } from '../../src/runtime/search.js'
import { createTimers } from '../../src/runtime/timers.js'
import { aDocument } from './document-records.js'

export const NEVER = new AbortController().signal

export const passage = (text: string, page = 1, tokens = 100): Passage => ({
  text,
  tokens,
  firstPage: page,
  lastPage: page,
})

export const question = (text: string, before?: string) => ({
  characterId: 'c1',
  text,
  before,
  ignore: ['Mira'],
})

type Given = { readonly engine?: Partial<SearchEngine>; readonly after?: Timers['after'] }

/** The banks of a server, over documents that the test adds and removes. */
export async function givenBanks({ engine, after }: Given = {}) {
  const timers = { ...createTimers(), ...(after !== undefined && { after }) }
  const logged: [string, object][] = []
  const log = (message: string, fields: object = {}) => void logged.push([message, fields])
  const logs = { debug: log, info: log, warn: log, error: log }
  const found = await createSearch({ kind: 'hash' }, { timers, log: logs })
  let searches = 0
  const search: Search = {
    engine: async () => {
      searches += 1
      return { ...(await found.engine()), ...engine }
    },
  }
  const documents: DocumentRecord[] = []
  const files = new Map<string, readonly Passage[]>()
  const opened: string[] = []
  let failure: Error | undefined
  const banks = createBanks({
    search,
    timers,
    log: logs,
    documents: {
      list: async (characterId) => {
        if (failure !== undefined) throw failure
        return documents.filter(({ agentId }) => agentId === characterId)
      },
    },
    files: {
      open: async (sha256) => {
        opened.push(sha256)
        const passages = files.get(sha256)
        return passages === undefined ? undefined : encodePassages(passages)
      },
    },
  })
  return {
    banks,
    logged,
    opened,
    searches: () => searches,
    fail: (error: Error | undefined) => {
      failure = error
    },
    loseFile: (id: string) => void files.delete(`text of ${id}`),
    remove: (id: string) =>
      void documents.splice(
        documents.findIndex((one) => one.id === id),
        1,
      ),
    /** A ready document of the character `c1`, of so many tokens. */
    add: (id: string, passages: readonly Passage[], more: Partial<DocumentRecord> = {}) => {
      files.set(`text of ${id}`, passages)
      documents.push(
        aDocument({
          id,
          filename: `${id}.pdf`,
          status: 'ready',
          passages_file: `text of ${id}`,
          totalTokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
          ...more,
        }),
      )
    },
  }
}
