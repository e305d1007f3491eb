import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as legacy from '../../contract/legacy.js'
import { createFromForm, updateFromForm } from '../../domain/characters/character-form.js'
import { createCharacter } from '../../domain/characters/create.js'
import { updateCharacter } from '../../domain/characters/update.js'
import type { HttpDeps } from '../http-deps.js'
import { acceptForms } from '../multipart.js'
import { receiveAgentForm } from './agent-form.js'
import { createAgentView } from './agent-view.js'

/** The two old routes that take JSON or a form. */
export const agentWriteRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps)
  await acceptForms(app)
  // A form is read once it is known that the caller may send one; until then it is a body that says nothing.
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = {}
  })

  app.route({
    ...legacy.createAgent,
    handler: async (request, reply) => {
      const { caller, body } = request
      const created = request.isMultipart()
        ? await createFromForm(deps, caller, receiveAgentForm(deps, request))
        : await createCharacter(deps, caller, body)
      return reply.code(201).send(view(request)(created))
    },
  })
  app.route({
    ...legacy.updateAgent,
    handler: async (request) => {
      const { caller, body } = request
      const id = request.params.characterId
      const updated = request.isMultipart()
        ? await updateFromForm(deps, caller, { id, receive: receiveAgentForm(deps, request) })
        : await updateCharacter(deps, caller, { id, input: body })
      return view(request)(updated)
    },
  })
}
