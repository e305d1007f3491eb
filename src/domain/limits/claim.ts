import type { Refusal, Take } from './ports.js'

/** A take that knows how its refusal is said. */
export type Claim = Take & {
  readonly detail: (refusal: Refusal) => string | object
}
