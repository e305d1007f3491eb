import { BoundedError } from '../../../contract/bounded-error.js'
import type { SkippedMessage } from '../../../contract/staff.js'

/** Reading one turn cannot be finished, and would fail the same way again. */
export class UnreadableTurn extends BoundedError {
  override readonly name = 'UnreadableTurn'

  constructor(
    readonly turnId: number,
    readonly reason: SkippedMessage['reason'],
    options?: ErrorOptions,
  ) {
    super('A turn cannot be read for memories', options)
  }
}
