import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { listBatches } from '../../contract/batches.js'
import { similarWords } from '../errors/did-you-mean.js'
import { withNotFoundSuggestions } from '../errors/suggestions.js'

export const batchArg = Args.string({ required: true, description: 'Id of the batch.' })

/** Asks for a batch. Where there is none of that id, the error tells the ids that are similar or begin with it. */
export const withBatchSuggestions = <T>(client: Client, id: string, ask: () => Promise<T>): Promise<T> =>
  withNotFoundSuggestions(ask, async () => {
    const { batches } = await client.call(listBatches, { query: { limit: 100 } })
    return similarWords(
      id,
      batches.map((batch) => batch.id),
    )
  })
