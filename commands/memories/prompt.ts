import { Args } from '@oclif/core'
import { CommandError, EXIT } from '../../src/cli/errors/command-error.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import { renderPrompt } from '../../src/cli/memories/explain-view.js'
import { MemoriesCommand, pairArgs } from '../../src/cli/memories/memories-command.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import type { Client, OperationInput } from '../../src/client/create-client.js'
import { listMessages } from '../../src/contract/conversations.js'
import { turnPrompt } from '../../src/contract/turn-prompts.js'

export default class MemoriesPrompt extends MemoriesCommand {
  static override summary = 'Show the memories in the prompt of a reply, word for word.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada']
  static override args = {
    ...pairArgs,
    message: Args.string({
      description:
        'Id of the message of the player or of the reply, from `players messages`. Default: the newest.',
    }),
  }
  static override flags = { ...serviceFlags, email: emailFlag }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(MemoriesPrompt)
    const { client, account, pair } = await this.resolvePairWithAccount(flags, args)
    const messageId = args.message ?? (await newestMessage(client, pair))
    const prompt = await account.call(turnPrompt, { params: { ...pair, messageId } })
    const { terminal, result, note } = this.output(flags)
    result(prompt, () => renderPrompt(terminal, prompt))
    if (!prompt.recorded) note('No model was used in this turn, or all memories were deleted since then')
    else if (prompt.given.length === 0) note('The prompt of this turn contained no memories')
  }
}

async function newestMessage(
  client: Client,
  params: OperationInput<typeof listMessages>['params'],
): Promise<string> {
  const { messages } = await client.call(listMessages, { params, query: { limit: 1 } })
  const [newest] = messages
  if (newest !== undefined) return String(newest.id)
  throw new CommandError({ code: 'not_found', message: 'There are no messages yet', exitCode: EXIT.failed })
}
