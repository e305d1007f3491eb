import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import * as contract from '../../contract/batches.js'
import { POLL_SECONDS } from '../../contract/documents.js'
import { cancelBatch, getBatch, listBatches } from '../../domain/batches/batches.js'
import { isBatchRunning } from '../../domain/batches/record.js'
import { retryBatch } from '../../domain/batches/retry.js'
import { submitBatch } from '../../domain/batches/submit.js'
import { validateBatch } from '../../domain/batches/validate-batch.js'
import { withIdempotency } from '../../domain/idempotency/with-idempotency.js'
import type { HttpDeps } from '../http-deps.js'
import { readIdempotencyKey } from '../request-headers.js'
import { requireValidBody } from '../validation-problems.js'

export const batchRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  app.route({
    ...contract.submitBatch,
    bodyLimit: contract.BATCH_BODY_BYTES,
    attachValidation: true,
    handler: async (request, reply) => {
      const { body, caller } = request
      const key = readIdempotencyKey(request)
      requireValidBody(request, validateBatch(deps.checkUrl, body))
      const { accountId, orgId, playerId } = caller
      const idempotentRequest = { accountId, route: 'POST /batch', key, body: { body, orgId, playerId } }
      const { value } = await withIdempotency(deps, idempotentRequest, () => submitBatch(deps, caller, body))
      return accepted(reply, value)
    },
  })
  app.route({
    ...contract.listBatches,
    handler: async ({ query, caller }) => listBatches(deps, caller, query),
  })
  app.route({
    ...contract.getBatch,
    handler: async ({ params, caller }, reply) => {
      const batch = await getBatch(deps, caller, params.batchId)
      if (isBatchRunning(batch)) reply.header('retry-after', POLL_SECONDS)
      return batch
    },
  })
  app.route({
    ...contract.retryBatch,
    bodyLimit: contract.BATCH_BODY_BYTES,
    handler: async ({ params, body, caller }, reply) =>
      accepted(reply, await retryBatch(deps, caller, { id: params.batchId, input: body })),
  })
  app.route({
    ...contract.cancelBatch,
    handler: async ({ params, caller }) => cancelBatch(deps, caller, params.batchId),
  })
}

const accepted = (reply: FastifyReply, batch: contract.Batch) =>
  reply
    .code(202)
    .headers({ location: `/api/v1/characters/batch/${batch.id}`, 'retry-after': POLL_SECONDS })
    .send(batch)
