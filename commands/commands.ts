import { ParleyCommand } from '../src/cli/base-command.js'
import { describeCommands, EXIT_CODES } from '../src/cli/command-reference/describe-commands.js'
import { renderTable } from '../src/cli/output/table.js'

export default class Commands extends ParleyCommand {
  static override summary = 'List all commands; with --json also flags, variables and exit codes.'
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ]

  async run(): Promise<void> {
    const { flags } = await this.parse(Commands)
    const commands = describeCommands(this.config)
    const { result, terminal } = this.output(flags)
    result({ commands, exitCodes: EXIT_CODES }, () =>
      renderTable(
        terminal,
        [
          { title: 'COMMAND', value: ({ command }) => command },
          { title: 'SUMMARY', value: ({ summary }) => summary ?? '', width: 'rest', wraps: true },
        ],
        commands,
      ),
    )
  }
}
