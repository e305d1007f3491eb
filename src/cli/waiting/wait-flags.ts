import { Flags } from '@oclif/core'
import { parseDuration } from '../flags/duration.js'

const WITHOUT_LIMIT = 'endless'

const duration = Flags.custom<number>({
  helpValue: 'DURATION',
  parse: async (input) => (input === WITHOUT_LIMIT ? Number.POSITIVE_INFINITY : parseDuration(input)),
})

export const pollFlag = duration({
  summary: 'How often to ask until then. Default: as the service says, usually every 5 seconds.',
})

/** Flags of commands that start something and may wait for its end; values are milliseconds. */
export const waitFlags = {
  wait: duration({
    summary: 'Wait for the end, at most this long (--wait=5m); --wait alone waits without a limit.',
    description: 'Exits with 68 when something failed, with 69 when it still runs.',
  }),
  'poll-interval': pollFlag,
}

/** Gives a bare `--wait` a value. oclif has no flags with an optional value: it would take the next argument for it. */
export function expandBareWaitFlag(argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  return argv.map((word, index) =>
    word === '--wait' && (end === -1 || index < end) ? `--wait=${WITHOUT_LIMIT}` : word,
  )
}
