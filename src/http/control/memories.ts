import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as explain from '../../contract/memory-explain.js'
import * as history from '../../contract/memory-history.js'
import { turnPrompt as operation } from '../../contract/turn-prompts.js'
import { turnPrompt } from '../../domain/conversations/messages.js'
import { explainMemory, explainSearch } from '../../domain/memories/explain.js'
import { listMemoriesAsOf, listMemoryEvents } from '../../domain/memories/history.js'
import { previewFading } from '../../domain/memories/preview-fading.js'
import { undoSupersession } from '../../domain/memories/undo.js'
import type { HttpDeps } from '../http-deps.js'

export type ControlMemoryDeps = Pick<
  HttpDeps,
  | 'transact'
  | 'characters'
  | 'organizations'
  | 'conversations'
  | 'memories'
  | 'memoryCorpora'
  | 'clock'
  | 'ids'
>

/** Explains memories and their history to support engineers. Registered behind the guard of the control plane. */
export const controlMemoryRoutes: FastifyPluginAsyncTypebox<ControlMemoryDeps> = async (app, deps) => {
  app.route({
    ...history.memoriesAsOf,
    handler: async ({ params, query, caller }) => listMemoriesAsOf(deps, caller, { pair: params, query }),
  })
  app.route({
    ...history.memoryHistory,
    handler: async ({ params, caller }) =>
      listMemoryEvents(deps, caller, { pair: params, id: params.memoryId }),
  })
  app.route({
    ...history.memoriesFading,
    handler: async ({ params, query, caller }) => previewFading(deps, caller, { pair: params, query }),
  })
  app.route({
    ...history.undoSupersession,
    handler: async ({ params, query, caller }) =>
      undoSupersession(deps, caller, {
        pair: params,
        id: params.memoryId,
        dryRun: query.dryRun ?? false,
      }),
  })
  app.route({
    ...explain.explainSearch,
    handler: async ({ params, body, caller }) => explainSearch(deps, caller, { pair: params, input: body }),
  })
  app.route({
    ...explain.explainMemory,
    handler: async ({ params, body, caller }) =>
      explainMemory(deps, caller, { pair: params, id: params.memoryId, input: body }),
  })
  app.route({
    ...operation,
    handler: async ({ params, caller }) =>
      turnPrompt(deps, caller, { pair: params, messageId: params.messageId }),
  })
}
