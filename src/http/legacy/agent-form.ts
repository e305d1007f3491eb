import type { FastifyRequest } from 'fastify'
import type { CharacterConfig } from '../../contract/characters.js'
import { AGENT_FORM_FILES, AgentFormSchema, formToCharacterConfig } from '../../contract/legacy-agent-form.js'
import { AVATAR_BYTES, MODEL_FILE_BYTES } from '../../contract/limits.js'
import type { ReceiveCharacterForm } from '../../domain/characters/character-form.js'
import { domainError } from '../../domain/errors.js'
import { createFieldCoercer } from '../coerce-fields.js'
import { type FormDeps, withForm } from '../multipart.js'
import { type ValidationProblem, validationProblems } from '../validation-problems.js'

const PARTS = { image: AVATAR_BYTES, model: MODEL_FILE_BYTES }

/** The configuration and the files of a form that creates or updates an agent. */
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
  const noFiles = Object.keys(AGENT_FORM_FILES).filter((part) => fields.has(part))
  if (problems.length + noFiles.length > 0) {
    throw domainError('invalidFields', [...problems, ...noFiles.map(notAFile)])
  }
  return formToCharacterConfig({ ...form })
}

/** Clients of these routes know the fields in both spellings: they are answered in the other one. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const notAFile = (part: string): ValidationProblem => ({
  loc: ['body', part],
  msg: 'Input should be a file',
  type: 'value_error',
})
