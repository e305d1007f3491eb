import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CharacterConfig } from '../../contract/characters.js'
import { AGENT_FORM_FILES, AgentFormSchema, formToCharacterConfig } from '../../contract/legacy/agent-form.js'
import { type Agent, toCamelCase } from '../../contract/legacy/agents.js'
import * as legacy from '../../contract/legacy/route-table.js'
import { AVATAR_BYTES, MODEL_FILE_BYTES } from '../../contract/limits.js'
import type { ReceiveCharacterForm } from '../../domain/characters/character-form.js'
import { createFromForm, updateFromForm } from '../../domain/characters/character-form.js'
import { deleteCharacter, getCharacter, listAllCharacters } from '../../domain/characters/characters.js'
import { createCharacter } from '../../domain/characters/create.js'
import type { CharacterRecord } from '../../domain/characters/record.js'
import { updateCharacter } from '../../domain/characters/update.js'
import { domainError } from '../../domain/errors.js'
import { type CharacterViewDeps, createCharacterView } from '../character-view.js'
import { createFieldCoercer } from '../coerce-fields.js'
import type { HttpDeps } from '../http-deps.js'
import { acceptForms, type FormDeps, withForm } from '../multipart.js'
import { type ValidationProblem, validationProblems } from '../validation-problems.js'

export const agentRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps)

  app.route({
    ...legacy.listAgents,
    handler: async (request, reply) =>
      sendListInChunks(reply, await listAllCharacters(deps, request.caller), view(request)),
  })
  app.route({
    ...legacy.getAgent,
    handler: async (request) =>
      view(request)(await getCharacter(deps, request.caller, request.params.characterId)),
  })
  app.route({
    ...legacy.deleteAgent,
    handler: async ({ params, caller }) => deleteCharacter(deps, caller, params.characterId),
  })
  await app.register(agentWriteRoutes, deps)
}

/** The two legacy routes that accept JSON or a form. */
export const agentWriteRoutes: FastifyPluginAsyncTypebox<HttpDeps> = async (app, deps) => {
  const view = createAgentView(deps)
  await acceptForms(app)
  // A form is read by the handler, after authorisation; until then an empty body stands in for it.
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

/** The character in camelCase; a finished 3D model is always `completed`, which clients of legacy routes expect. */
export function createAgentView({ presence }: Pick<CharacterViewDeps, 'presence'>) {
  const view = createCharacterView({ presence, settings: { modelFinalState: 'completed' } })
  return (request: FastifyRequest) =>
    (record: CharacterRecord): Agent =>
      toCamelCase(view(request)(record))
}

/** Records per chunk, which take a few milliseconds. */
const CHUNK_RECORDS = 50

/** Sends a list of any length; it is serialised in chunks, with a yield to the event loop between them. */
export async function sendListInChunks<R, T>(
  reply: FastifyReply,
  records: readonly R[],
  view: (record: R) => T,
): Promise<T[]> {
  const views: T[] = []
  const texts: string[] = []
  for (let start = 0; start < records.length; start += CHUNK_RECORDS) {
    if (start > 0) await setImmediate()
    const chunk = records.slice(start, start + CHUNK_RECORDS).map(view)
    views.push(...chunk)
    // Serialised by the route's schema as an array, though Fastify's types expect an object. The brackets are cut off.
    texts.push(String(reply.serializeInput(chunk as unknown as Record<string, unknown>, '200')).slice(1, -1))
  }
  reply.type('application/json; charset=utf-8').serializer(() => `[${texts.join()}]`)
  return views
}

const PARTS = { image: AVATAR_BYTES, model: MODEL_FILE_BYTES }

/** Receives the configuration and the files of a form that creates or updates an agent. */
export const receiveAgentForm =
  (deps: FormDeps, request: FastifyRequest): ReceiveCharacterForm =>
  (use) =>
    withForm(deps, { request, parts: PARTS }, ({ fields, uploads }) => {
      const config = configOf(request, fields)
      return use({ config, image: uploads.get('image'), model: uploads.get('model') })
    })

function configOf(request: FastifyRequest, fields: ReadonlyMap<string, string>): CharacterConfig {
  const texts = Object.fromEntries([...fields].map(([name, text]) => [snakeCase(name), text]))
  const form = createFieldCoercer(AgentFormSchema)?.(texts) ?? texts
  const validate = request.compileValidationSchema(AgentFormSchema, 'body')
  const problems = validate(form) ? [] : validationProblems({ validation: validate.errors }, form)
  const nonFiles = Object.keys(AGENT_FORM_FILES).filter((part) => fields.has(part))
  if (problems.length + nonFiles.length > 0) {
    throw domainError('invalidFields', [...problems, ...nonFiles.map(notAFile)])
  }
  return formToCharacterConfig({ ...form })
}

/** Clients of these routes send field names in both spellings, though responses are in camelCase. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const notAFile = (part: string): ValidationProblem => ({
  loc: ['body', part],
  msg: 'Input should be a file',
  type: 'value_error',
})
