import type { Interfaces } from '@oclif/core'

type Config = Pick<Interfaces.Config, 'bin' | 'commands'>
type Flag = Interfaces.Config['commands'][number]['flags'][string]

/** Commands, their arguments, flags and environment variables, by name: what scripts and completions build on. */
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
