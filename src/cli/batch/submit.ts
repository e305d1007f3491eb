import type { Client } from '../../client/create-client.js'
import type { SubmitBatch } from '../../contract/batch-requests.js'
import { type Batch, submitBatch } from '../../contract/batches.js'
import { requireLocal } from '../documents/local-upload.js'
import { type PreparedBatch, sendFiles } from './prepare.js'
import { withPlaces } from './problems.js'

/** Sends the files of a batch where there are any, then the batch. A refusal names items and lines. */
export async function submitPrepared(client: Client, prepared: PreparedBatch, key: string): Promise<Batch> {
  if (prepared.files.size > 0) requireLocal(client)
  // Whether it is what the contract wants is for the service to say; its answer names every field that is not.
  const body = (await sendFiles(client, prepared)) as SubmitBatch
  try {
    return await client.call(submitBatch, { body }, { idempotencyKey: key })
  } catch (error) {
    throw withPlaces(error, prepared)
  }
}
