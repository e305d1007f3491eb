import type { Interfaces } from '@oclif/core'
import { EXIT } from '../errors/command-error.js'

type Config = Pick<Interfaces.Config, 'bin' | 'commands'>
type Flag = Interfaces.Config['commands'][number]['flags'][string]

/** Describes all commands with their arguments, flags and environment variables, for scripts and shell completion. */
export const describeCommands = ({ bin, commands }: Config) =>
  commands
    .filter(({ pluginName }) => pluginName === 'parley')
    .map(({ id, summary, args, flags, examples }) => ({
      command: id.replaceAll(':', ' '),
      summary,
      args: Object.values(args).map(({ name, required = false }) => ({ name, required })),
      flags: Object.values(flags)
        .map(describeFlag)
        .sort((a, b) => a.name.localeCompare(b.name)),
      examples: (examples ?? []).map((example) =>
        String(example)
          .replaceAll('<%= config.bin %>', bin)
          .replaceAll('<%= command.id %>', id.replaceAll(':', ' ')),
      ),
    }))
    .sort((a, b) => a.command.localeCompare(b.command))

export type CommandDescription = ReturnType<typeof describeCommands>[number]

const describeFlag = ({ name, ...flag }: Flag) => ({
  name,
  type: flag.type,
  ...(flag.char && { char: flag.char }),
  ...('env' in flag && flag.env && { env: flag.env }),
  ...(flag.hidden && { hidden: true }),
  ...('allowNo' in flag && flag.allowNo && { allowNo: true }),
  ...('multiple' in flag && flag.multiple && { multiple: true }),
  ...('options' in flag && flag.options && { options: flag.options }),
  ...('default' in flag && ['string', 'number'].includes(typeof flag.default) && { default: flag.default }),
})

/** The meaning of each exit code. */
export const EXIT_CODES: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'success' },
  { code: EXIT.failed, means: 'refused or failed' },
  { code: EXIT.usage, means: 'wrong usage' },
  { code: EXIT.inputNeeded, means: 'authentication or input needed' },
  { code: EXIT.unreachable, means: 'no server reachable' },
  { code: EXIT.finishedWithFailures, means: 'finished with failed or cancelled items or documents' },
  { code: EXIT.stillRunning, means: 'still running when --wait ran out' },
  { code: EXIT.thresholdFailed, means: 'a threshold of a load test was not met' },
  { code: EXIT.interrupted, means: 'interrupted' },
  { code: EXIT.terminated, means: 'terminated' },
]
