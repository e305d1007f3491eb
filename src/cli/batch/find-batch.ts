import type { Client } from '../../client/create-client.js'
import { listBatches } from '../../contract/batches.js'
import { nearest } from '../did-you-mean.js'
import { orSuggest } from '../suggest.js'

/** Asks for a batch. Where there is none of that id, the error tells the ids that are similar or begin with it. */
export const withBatchSuggestions = <T>(client: Client, id: string, ask: () => Promise<T>): Promise<T> =>
  orSuggest(ask, async () => {
    const { batches } = await client.call(listBatches, { query: { limit: 100 } })
    return nearest(
      id,
      batches.map((batch) => batch.id),
    )
  })
