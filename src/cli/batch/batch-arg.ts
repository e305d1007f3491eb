import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { listBatches } from '../../contract/batches.js'
import { similarWords } from '../../runtime/config/similar-words.js'
import { withNotFoundSuggestions } from '../errors/suggestions.js'

export const batchArg = Args.string({ required: true, description: 'Id of the batch.' })

/** Runs a request about one batch. If no batch has that id, the error lists ids that are similar or begin with it. */
export const withBatchSuggestions = <T>(client: Client, id: string, request: () => Promise<T>): Promise<T> =>
  withNotFoundSuggestions(request, async () => {
    const { batches } = await client.call(listBatches, { query: { limit: 100 } })
    return similarWords(
      id,
      batches.map((batch) => batch.id),
    )
  })
