import type { DomainError, DomainErrorOptions } from '../errors.js'
import type { QuotaRefusal, QuotaRequest } from './ports.js'

/** A take that knows how its refusal is said. */
export type Quota = QuotaRequest & {
  readonly toError: (refusal: QuotaRefusal, options: DomainErrorOptions) => DomainError
}
