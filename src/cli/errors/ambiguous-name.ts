import { printable } from '../output/printable.js'
import { CommandError, EXIT } from './command-error.js'

const SHOWN = 10

/** Words that fit more than one; `many` says of what. */
export const ambiguousNameError = (
  words: string,
  many: string,
  matches: readonly { readonly id: string; readonly name: string }[],
): CommandError =>
  new CommandError({
    code: 'ambiguous',
    message: `"${words}" could be any of these ${many}:\n${matches
      .slice(0, SHOWN)
      .map(({ id, name }) => `  ${id}  ${printable(name)}`)
      .join('\n')}`,
    hint: 'Name the one you mean by its id.',
    exitCode: EXIT.failed,
  })
