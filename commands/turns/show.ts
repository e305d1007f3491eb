import { Args, Flags } from '@oclif/core'
import { CommandError, EXIT } from '../../src/cli/errors/command-error.js'
import { serviceFlags } from '../../src/cli/flags/service-flags.js'
import type { Output } from '../../src/cli/output/output.js'
import { printableJson } from '../../src/cli/output/printable.js'
import { emailFlag } from '../../src/cli/server-address/id-token.js'
import { curlCommand } from '../../src/cli/turns/curl-command.js'
import { findTurn } from '../../src/cli/turns/find-turn.js'
import { renderPrompt } from '../../src/cli/turns/prompt-view.js'
import { renderTurn } from '../../src/cli/turns/turn-view.js'
import { TurnsCommand } from '../../src/cli/turns/turns-command.js'
import type { Client } from '../../src/client/create-client.js'
import { getTurnModelRequest, type TurnModelRequest } from '../../src/contract/turn-replays.js'
import type { TurnTrace } from '../../src/contract/turn-traces.js'

const FORMS = ['prompt', 'raw', 'curl'] as const
const othersThan = (form: (typeof FORMS)[number]) => FORMS.filter((other) => other !== form)

export default class TurnsShow extends TurnsCommand {
  static override summary = 'Explain a turn: prompt, memories, times, cost.'
  static override description = `Turns by text, voice, share and in encounters have a trace.
Secrets are never shown: --curl names environment variables instead.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> last --character Mira --prompt',
    '<%= config.bin %> <%= command.id %> last --raw',
  ]
  static override args = {
    message: Args.string({
      default: 'last',
      description:
        'last; or the id of the turn or its beginning, from `turns list`; or the id of one of its messages, from `players messages`.',
    }),
  }
  static override flags = {
    ...serviceFlags,
    prompt: Flags.boolean({ summary: 'Print the prompt word for word.', exclusive: othersThan('prompt') }),
    raw: Flags.boolean({
      summary: 'Print the request to the model as JSON.',
      exclusive: othersThan('raw'),
    }),
    curl: Flags.boolean({
      summary: 'Print the request to the model as a curl command.',
      exclusive: othersThan('curl'),
    }),
    character: Flags.string({
      summary: 'With last: the newest turn of this character.',
      helpValue: 'CHARACTER',
    }),
    email: emailFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TurnsShow)
    const output = this.output(flags)
    await this.withStaff(flags, async (staff) => {
      const turn = await findTurn(staff, args.message, await this.filterOf(flags))
      if (flags.raw) return printRaw(output, turn, await readRequest(staff, turn))
      if (flags.curl) return printCurl(output, turn, await readRequest(staff, turn))
      const { terminal } = output
      output.result(turn, () => (flags.prompt ? renderPrompt(terminal, turn) : renderTurn(terminal, turn)))
    })
  }
}

const readRequest = (staff: Client, { messageId }: TurnTrace): Promise<TurnModelRequest> =>
  staff.call(getTurnModelRequest, { params: { messageId } })

const NOTHING_SENT = 'The stub answers inside the server: nothing was sent.'

function printRaw({ result, note }: Output, turn: TurnTrace, { request }: TurnModelRequest): void {
  if (turn.request === null) throw noRequestError('No model was asked in this turn.')
  // JSON either way: for a program, and for a person.
  const shown = request ?? turn.request
  result(shown, () => printableJson(shown, 2))
  if (request === null) note(`${NOTHING_SENT} This is what it was given.`)
}

function printCurl({ result }: Output, turn: TurnTrace, { request }: TurnModelRequest): void {
  if (request === null)
    throw noRequestError(turn.request === null ? 'No model was asked in this turn.' : NOTHING_SENT)
  const curl = curlCommand(request)
  result({ curl }, () => curl)
}

const noRequestError = (message: string): CommandError =>
  new CommandError({
    code: 'no_request',
    message,
    hint: 'A server asks a real model with `parley serve --llm PROVIDER[:MODEL]`.',
    exitCode: EXIT.failed,
  })
