import { type Command, CommandHelp, Help } from '@oclif/core'

/** oclif's help, where that would leave something out or break lines inside words; named in package.json. */
export class ParleyHelp extends Help {
  protected override CommandHelpClass = ParleyCommandHelp
}

type Flag = Command.Flag.Any

class ParleyCommandHelp extends CommandHelp {
  /** All of it: with `hideCommandSummaryInDescription` oclif shows only the last line. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description === undefined ? undefined : this.wrap(description)
  }

  /** Lists of long descriptions are indented by two columns more than oclif takes off their width. */
  override wrap(body: string, spacing = this.indentSpacing): string {
    return super.wrap(body, spacing + 2)
  }

  /** Arguments and what must be given. All flags stand below, so they need not fill six lines here, too. */
  protected override defaultUsage(): string {
    const args = Object.values(this.command.args).map((arg) => this.arg(arg))
    const required = Object.values(this.command.flags).filter((flag) => flag.required)
    const given = required.map((flag) => this.flagHelpLabel(flag).trim().replace('=', ' '))
    return [this.command.id, ...args, ...given, '[FLAGS]'].join(' ')
  }

  /** Long lists of values are written with spaces, where a line may break. */
  protected override flags(flags: Flag[]): [string, string | undefined][] | undefined {
    return super.flags(flags.map(withSpacedOptions))
  }
}

function withSpacedOptions(flag: Flag): Flag {
  if (flag.type !== 'option' || flag.options === undefined) return flag
  const { options, ...rest } = flag
  return {
    ...rest,
    helpValue: flag.helpValue ?? '<option>',
    summary: `${flag.summary}\n<options: ${options.join(', ')}>`,
  }
}
