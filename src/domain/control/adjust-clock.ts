import type { ClockState } from '../../contract/accounts.js'
import { DomainError } from '../errors.js'
import { addDuration } from './duration.js'
import type { AdjustableClock } from './ports.js'

type Adjustment = {
  readonly set?: string | undefined
  readonly advance?: string | undefined
  readonly frozen?: boolean | undefined
}

/** Tokens count their seconds from 1970; after 9999 an ISO year has more than four digits. */
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Moves the server's clock: first `set`, then `advance`. What falls due on the way has run when this returns. */
export async function adjustClock(
  { clock }: { readonly clock: AdjustableClock },
  { set, advance, frozen }: Adjustment,
): Promise<ClockState> {
  const start = set === undefined ? clock.now() : reachable('set', new Date(set))
  const end = advance === undefined ? start : reachable('advance', addDuration(start, advance))
  await clock.adjust({
    ...(set !== undefined && { set: start }),
    ...(advance !== undefined && { advance: end.getTime() - start.getTime() }),
    ...(frozen !== undefined && { frozen }),
  })
  return clockState({ clock })
}

export function clockState({ clock }: { readonly clock: AdjustableClock }): ClockState {
  return { now: clock.now().toISOString(), frozen: clock.isFrozen() }
}

function reachable(field: 'set' | 'advance', moment: Date | undefined): Date {
  const time = moment?.getTime() ?? Number.NaN
  if (moment !== undefined && time >= FIRST && time <= LAST) return moment
  throw new DomainError('unprocessable', [
    { loc: ['body', field], msg: 'Must lead to a moment in the years 1970 to 9999', type: 'value_error' },
  ])
}
