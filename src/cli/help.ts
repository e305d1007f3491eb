import { type Command, CommandHelp, Help } from '@oclif/core'

/** Corrects oclif's help where it omits text or breaks lines inside words. Referenced by package.json. */
export class ParleyHelp extends Help {
  protected override CommandHelpClass = ParleyCommandHelp
}

type Flag = Command.Flag.Any

class ParleyCommandHelp extends CommandHelp {
  /** The complete description: with `hideCommandSummaryInDescription` oclif shows only the last line. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description === undefined ? undefined : this.wrap(description)
  }

  /** oclif indents long lists by two columns more than it subtracts from their width. */
  override wrap(body: string, spacing = this.indentSpacing): string {
    return super.wrap(body, spacing + 2)
  }

  /** Shows arguments and required flags only: all flags are listed below, and would fill six lines here. */
  protected override defaultUsage(): string {
    const args = Object.values(this.command.args).map((arg) => this.arg(arg))
    const required = Object.values(this.command.flags).filter((flag) => flag.required)
    const labels = required.map((flag) => this.flagHelpLabel(flag).trim().replace('=', ' '))
    return [this.command.id, ...args, ...labels, '[FLAGS]'].join(' ')
  }

  /** Separates the values of an option with spaces, so that a long list can wrap. */
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
