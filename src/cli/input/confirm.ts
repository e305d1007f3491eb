import { CommandError, EXIT, inputNeededError } from '../errors/command-error.js'
import { printable } from '../output/printable.js'
import type { Terminal } from '../output/terminal.js'
import { openPrompt } from './open-prompt.js'

/** Asks before something is deleted. Without a terminal `--yes` is required. */
export async function confirm(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  { yes }: { readonly yes: boolean },
  question: () => Promise<string>,
): Promise<void> {
  if (yes) return
  if (!isInteractive) throw inputNeededError('This cannot be undone and needs a confirmation.', 'Add --yes.')

  const ask = await openPrompt()
  const answer = await ask([
    { type: 'confirm', name: 'isSure', message: printable(await question()), default: false },
  ])
  if (answer.isSure) return
  throw new CommandError({ code: 'declined', message: 'Nothing was changed.', exitCode: EXIT.failed })
}
