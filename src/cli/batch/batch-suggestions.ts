import type { Client } from '../../client/create-client.js'
import { listBatches } from '../../contract/batches.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { withNotFoundSuggestions } from '../errors/suggestions.js'

/** Asks for a batch. Where there is none of that id, the error tells the ids that are similar or begin with it. */
export const withBatchSuggestions = <T>(client: Client, id: string, ask: () => Promise<T>): Promise<T> =>
  withNotFoundSuggestions(ask, async () => {
    const { batches } = await client.call(listBatches, { query: { limit: 100 } })
    return similarWords(
      id,
      batches.map((batch) => batch.id),
    )
  })
