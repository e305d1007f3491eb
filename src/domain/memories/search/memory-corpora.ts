import type { ChangeFeed, RecordChange } from '../../change-feed.js'
import { pairKey } from '../../conversations/pair-key.js'
import { HISTORY_MESSAGES, type Pair } from '../../conversations/ports.js'
import type { Log } from '../../log.js'
import { type Corpora, type CorporaDeps, createCorpora } from '../../retrieval/corpus.js'
import type { CorpusHits, CorpusQuery } from '../../retrieval/search-corpus.js'
import type { MemoryRepository } from '../ports.js'
import {
  createMemorySource,
  isSameDocument,
  type MemoryItem,
  type MemorySourceDeps,
} from './memory-source.js'

/**
 * The active memories of each pair and what the two said, searchable: one corpus a pair, so that nothing of another
 * player can come up.
 */
export interface MemoryCorpora {
  search(pair: Pair, query: CorpusQuery): Promise<CorpusHits<MemoryItem>>
  /** Brings the pair's corpus up to date, if it is in memory: who asks next need not wait for that. */
  refresh(pair: Pair): void
  /** Builds the pair's corpus, if there is more to find than a prompt holds anyway. */
  warm(pair: Pair): void
}

type MemoryCorporaDeps = Pick<CorporaDeps<MemoryItem, never>, 'search' | 'timers'> &
  MemorySourceDeps & {
    readonly memories: Pick<MemoryRepository, 'countsByStatus'>
    readonly changes: ChangeFeed
    readonly log: Log
  }

export function createMemoryCorpora(deps: MemoryCorporaDeps): MemoryCorpora {
  const { changes, log } = deps
  const { source, noteMemory, noteTurn } = createMemorySource(deps)
  const corpora = createCorpora({ ...deps, source })
  // What was removed leaves at once, with the whole index.
  changes(['memories', 'messages', 'conversations'], (change) => {
    if (change.pair === undefined) return
    const key = pairKey(change.pair)
    if (isForgotten(change) || change.after === undefined) corpora.drop(key)
    else if (change.kind === 'messages') noteTurn(key, change.after)
    else if (change.kind === 'memories' && isOtherDocument(change)) noteMemory(key, change.after)
  })
  return {
    search: (pair, query) => corpora.search(pairKey(pair), query),
    refresh: (pair) => corpora.refresh(pairKey(pair)),
    warm: (pair) =>
      void warmWorthwhile(deps, corpora, pair).catch((error: unknown) => {
        log.error(source.messages.notIndexed, { error })
      }),
  }
}

/** Whether something that the index may hold must not be found any more. */
function isForgotten(change: RecordChange<'memories' | 'messages' | 'conversations'>): boolean {
  const { kind, before, after } = change
  if (before === undefined) return false
  // A stored message only changes by being cut to what was heard.
  if (after === undefined || kind === 'messages') return true
  return kind === 'conversations' && before.forgottenUpTo !== after.forgottenUpTo
}

const isOtherDocument = ({ before, after }: RecordChange<'memories'>): boolean =>
  before === undefined || after === undefined || !isSameDocument(before, after)

/** Who has just met has nothing to find, and the search engine takes its time to be made. */
async function warmWorthwhile(
  { memories, conversations }: Pick<MemoryCorporaDeps, 'memories' | 'conversations'>,
  corpora: Pick<Corpora<MemoryItem>, 'warm'>,
  pair: Pair,
): Promise<void> {
  const [counts, conversation] = await Promise.all([memories.countsByStatus(pair), conversations.find(pair)])
  if (counts.active > 0 || (conversation?.messageCount ?? 0) > HISTORY_MESSAGES) corpora.warm(pairKey(pair))
}
