import type { ClockState } from '../../contract/accounts.js'
import { domainError } from '../errors.js'
import { addDuration } from './duration.js'
import type { AdjustableClock } from './ports.js'

type Adjustment = {
  readonly set?: string | undefined
  readonly advance?: string | undefined
  readonly frozen?: boolean | undefined
}

/** Tokens count their seconds from 1970; after 9999 an ISO year has more than four digits. */
const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Moves the server's clock: first `set`, then `advance`. What falls due on the way has run when this returns. */
export async function adjustClock(
  { clock }: { readonly clock: AdjustableClock },
  { set, advance, frozen }: Adjustment,
): Promise<ClockState> {
  const start = set === undefined ? clock.now() : requireSupportedDate('set', new Date(set))
  const end = advance === undefined ? start : requireSupportedDate('advance', advancedBy(start, advance))
  await clock.adjust({
    ...(set !== undefined && { set: start }),
    ...(advance !== undefined && { advance: end.getTime() - start.getTime() }),
    ...(frozen !== undefined && { frozen }),
  })
  return readClockState({ clock })
}

export function readClockState({ clock }: { readonly clock: AdjustableClock }): ClockState {
  return { now: clock.now().toISOString(), frozen: clock.isFrozen() }
}

function advancedBy(start: Date, duration: string): Date {
  const end = addDuration(start, duration)
  if (end === undefined) throw unprocessable('advance', 'Input should be a valid duration')
  return end
}

function requireSupportedDate(field: 'set' | 'advance', moment: Date): Date {
  const time = moment.getTime()
  if (time >= EARLIEST && time <= LATEST) return moment
  throw unprocessable(field, 'Input should lead to a moment in the years 1970 to 9999')
}

const unprocessable = (field: string, msg: string) =>
  domainError('invalidFields', [{ loc: ['body', field], msg, type: 'value_error' }])
