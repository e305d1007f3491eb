import { Args } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { describeCommands } from '../src/cli/command-reference/describe-commands.js'
import { completionScript, SHELLS } from '../src/cli/command-reference/shell-completion.js'

export default class Completion extends ParleyCommand {
  static override summary = 'Print a shell script that completes commands and flags.'
  static override description = `bash: eval "$(parley completion bash)" in ~/.bashrc
zsh: eval "$(parley completion zsh)" in ~/.zshrc, after compinit
fish: parley completion fish > ~/.config/fish/completions/parley.fish`
  static override examples = ['<%= config.bin %> <%= command.id %> bash']
  static override args = {
    shell: Args.option({ options: SHELLS })({ required: true, description: 'Name of the shell.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Completion)
    const script = completionScript(args.shell, this.config.bin, describeCommands(this.config))
    this.output(flags).result({ shell: args.shell, script }, () => script.trimEnd())
  }
}
