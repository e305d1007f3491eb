import { SubmitBatchSchema } from '../../contract/batch-requests.js'
import { validateBatch } from '../../domain/batches/validate-batch.js'
import { createUrlCheck } from '../../domain/documents/validate-input.js'
import { namedSchemas } from '../../http/named-schemas.js'
import { createValidatorCompiler } from '../../http/validation.js'
import { type ValidationProblem, validationProblems } from '../../http/validation-problems.js'

/** What a server without private hosts of its own refuses about the body of a batch, in the server's own words. */
export function validateBatchRequest(body: unknown): ValidationProblem[] {
  const validate = createValidatorCompiler(namedSchemas())({
    schema: SubmitBatchSchema,
    method: 'POST',
    url: '',
    httpPart: 'body',
  })
  // Its answer is in its errors, too.
  void validate(body)
  return [
    ...validationProblems({ validation: errorsOf(validate) }, body),
    ...validateBatch(createUrlCheck([]), body),
  ]
}

type Refused = NonNullable<Parameters<typeof validationProblems>[0]['validation']>

/** A validator says what it refused beside its answer, as Fastify's types do not know. */
const errorsOf = (validate: object): Refused =>
  'errors' in validate && Array.isArray(validate.errors) ? validate.errors : []
