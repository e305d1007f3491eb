import { SubmitBatchSchema } from '../../contract/batch-requests.js'
import { validateBatch } from '../../domain/batches/validate-batch.js'
import { createUrlCheck } from '../../domain/documents/validate-input.js'
import { namedSchemas } from '../../http/named-schemas.js'
import { createValidatorCompiler } from '../../http/validation.js'
import { type ValidationProblem, validationProblems } from '../../http/validation-problems.js'

/** Validates the body of a batch as a server without allowed private hosts does, with the same messages. */
export function validateBatchRequest(body: unknown): ValidationProblem[] {
  const validate = createValidatorCompiler(namedSchemas())({
    schema: SubmitBatchSchema,
    method: 'POST',
    url: '',
    httpPart: 'body',
  })
  // The result is read from its errors below.
  void validate(body)
  return [
    ...validationProblems({ validation: errorsOf(validate) }, body),
    ...validateBatch(createUrlCheck([]), body),
  ]
}

type SchemaErrors = NonNullable<Parameters<typeof validationProblems>[0]['validation']>

/** Ajv sets `errors` on the validator function, which Fastify's types omit. */
const errorsOf = (validate: object): SchemaErrors =>
  'errors' in validate && Array.isArray(validate.errors) ? validate.errors : []
