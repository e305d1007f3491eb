import { Flags } from '@oclif/core'
import { usageError } from '../errors/command-error.js'

const COMPARE = { helpGroup: 'COMPARE' }

/** Flags of `chat` that make it a comparison, and `--fresh`. */
export const comparisonFlags = {
  fresh: Flags.boolean({ summary: 'Talk as a new player, whom the character does not know yet.' }),
  against: Flags.string({
    ...COMPARE,
    summary: 'Say everything to a copy with the fields of this file as well, and show both replies.',
    helpValue: 'FILE',
  }),
  'against-llm': Flags.string({
    ...COMPARE,
    summary: 'Say everything to a copy with this language model as well, and show both replies.',
    description:
      'The same words as for `serve --llm`. Without a model the provider is asked what it has. Keys come from the usual variables, such as OPENAI_API_KEY.',
    helpValue: 'MODEL',
  }),
  script: Flags.string({
    ...COMPARE,
    summary: 'Say the messages of this file to both, and write a report of the differences.',
    helpValue: 'FILE',
  }),
  html: Flags.string({
    ...COMPARE,
    summary: 'File for the report of --script. Default: the name of the script with -comparison.html.',
    helpValue: 'FILE',
  }),
}

export type ComparisonFlags = {
  readonly fresh: boolean
  readonly against?: string | undefined
  readonly 'against-llm'?: string | undefined
  readonly script?: string | undefined
  readonly html?: string | undefined
}

type OtherFlags = {
  readonly message?: string | undefined
  readonly voice?: boolean | undefined
  readonly transcript?: string | undefined
}

/** Whether the flags ask for a comparison. Throws a usage error for flags that cannot work together. */
export function isComparison(
  flags: ComparisonFlags & OtherFlags,
  wasFlagGiven: (flag: string) => boolean,
): boolean {
  if (flags.fresh && wasFlagGiven('player-id'))
    throw usageError('--fresh makes a player of its own, --player-id names one')
  if (flags.against === undefined && flags['against-llm'] === undefined) {
    if (flags.script === undefined && flags.html === undefined) return false
    throw usageError(
      `--${flags.script === undefined ? 'html' : 'script'} is for comparisons`,
      'Say what to compare with, by --against FILE or --against-llm MODEL.',
    )
  }
  if (flags.html !== undefined && flags.script === undefined)
    throw usageError('--html is for the report of --script')
  if (flags.html === '-')
    throw usageError('Standard output is used for the replies', 'Name a file with --html.')
  if (flags.script !== undefined && flags.message !== undefined)
    throw usageError('--script and --message both say what is said')
  if (flags.voice) throw usageError('A comparison is in writing, --voice sends speech')
  if (flags.transcript !== undefined)
    throw usageError('--transcript is for one conversation', '--script writes a report of both.')
  if (flags.fresh || wasFlagGiven('player-id'))
    throw usageError('A comparison has a new player of its own, which is deleted at the end')
  return true
}
