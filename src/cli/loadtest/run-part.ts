import { setTimeout as sleep } from 'node:timers/promises'
import { Flags } from '@oclif/core'
import { HOUR_MS } from '../../contract/durations.js'
import { MAX_PARTS } from '../../loadtest/results/result.js'
import { type RunPart, START_DELAY_MS } from '../../loadtest/run-load-test.js'
import { usageError } from '../errors/command-error.js'

const GROUP = 'DISTRIBUTED RUN'

export const partFlags = {
  part: Flags.string({
    summary: 'Play this share of the run; `loadtest merge` adds the results up.',
    helpValue: 'PART/PARTS',
    helpGroup: GROUP,
    dependsOn: ['start-at', 'out'],
  }),
  'start-at': Flags.string({
    summary: 'When all machines begin: date and time with its offset.',
    helpValue: 'TIME',
    helpGroup: GROUP,
    dependsOn: ['part'],
  }),
}

const PART_PATTERN = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/
const TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/
const LONGEST_WAIT_HOURS = 24

/** Reads the flags; null when this machine plays the whole run. Throws a usage error when they say nothing that can be done. */
export function readRunPart(
  {
    part,
    'start-at': startAt,
  }: { readonly part?: string | undefined; readonly 'start-at'?: string | undefined },
  now: number,
): RunPart | null {
  if (part === undefined || startAt === undefined) return null
  const [, index, of] = (PART_PATTERN.exec(part) ?? []).map(Number)
  if (index === undefined || of === undefined || index > of || of > MAX_PARTS) {
    throw usageError(
      `"${part}" is no part of a run.`,
      `Give --part 1/3, 2/3 and 3/3 to three machines; at most ${MAX_PARTS}.`,
    )
  }
  const startsAt = TIME_PATTERN.test(startAt) ? Date.parse(startAt) : Number.NaN
  if (Number.isNaN(startsAt))
    throw usageError(`"${startAt}" is no date and time such as 2030-01-31T09:00:00Z.`)
  if (startsAt < now + START_DELAY_MS)
    throw usageError(`${startAt} has passed, or is too soon to begin with the others.`)
  if (startsAt > now + LONGEST_WAIT_HOURS * HOUR_MS)
    throw usageError(`${startAt} is more than ${LONGEST_WAIT_HOURS} hours away.`)
  return { index, of, startsAt: new Date(startsAt) }
}

/** Time for the processes of a part to start and to read their sound. */
const PREPARATION_MS = 2000

/** Waits until it is time to start the processes of a part. */
export const waitForPart = ({ startsAt }: RunPart, now: number): Promise<void> =>
  sleep(Math.max(0, startsAt.getTime() - now - PREPARATION_MS))
