import type { QuotaRefusal, QuotaRequest } from './ports.js'

/** A take that knows how its refusal is said. */
export type Quota = QuotaRequest & {
  readonly detail: (refusal: QuotaRefusal) => string | object
}
