import { CommandError, EXIT } from './errors.js'
import { printable } from './printable.js'

const SHOWN = 10

/** Words that fit more than one; `many` says of what. */
export const ambiguous = (
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
