import type { CharacterConfig } from '../../../contract/characters.js'
import { getStaffHealth } from '../../../contract/staff.js'
import { retryTurn } from '../../../contract/turn-replays.js'
import type { TurnTrace } from '../../../contract/turn-traces.js'
import { readFieldsFile } from '../../characters/compared-character.js'
import { usageError } from '../../errors/command-error.js'
import { printable, printableLine } from '../../output/printable.js'
import { wrapText } from '../../output/table.js'
import { type ChatContext, currentTerminal, runTurn } from '../chat-context.js'
import { lastTurn } from './explain-commands.js'
import { expandHome, splitFirstWord } from './shell-words.js'
import type { SlashCommand } from './slash-command.js'

const OPTIONS = '[--model PROVIDER[:MODEL]] [--persona FILE]'

export const retry: SlashCommand = {
  name: 'retry',
  argumentHelp: '[OPTIONS]',
  // Open in the contract: no route deletes a single message.
  summary:
    'Says again what you said last, as a new turn. With --model PROVIDER[:MODEL] or --persona FILE it asks the same prompt of another model or persona, and stores nothing.',
  run: async (context, playerSession, argument) => {
    const changes = parseChanges(argument)
    if (changes.model !== undefined || changes.persona !== undefined) {
      await askAgain(context, await lastTurn(context, playerSession), changes)
      return 'stay'
    }
    const input = playerSession.lastInput.get()
    if (input === null) throw usageError('Nothing was said yet')
    await runTurn(context, playerSession, input)
    return 'stay'
  },
}

type Changes = { readonly model?: string; readonly persona?: string }
type Option = keyof Changes

/** The options of the command; each has a value, and the order does not matter. */
function parseChanges(argument: string): Changes {
  const changes: { -readonly [Name in Option]?: string } = {}
  for (let rest = argument; rest !== ''; ) {
    const option = splitFirstWord(rest)
    const value = splitFirstWord(option.rest)
    const name = (['model', 'persona'] as const).find((known) => option.word === `--${known}`)
    if (name === undefined || value.word === '' || changes[name] !== undefined)
      throw usageError('The command was not understood', `/retry ${OPTIONS}`)
    changes[name] = value.word
    rest = value.rest
  }
  return changes
}

async function askAgain(context: ChatContext, last: TurnTrace, changes: Changes): Promise<void> {
  const { prompt, interruption, withStaff } = context
  const body = await readConfig(context, changes)
  // Retries of a retry are retries of the turn itself: each has one change, not all before it.
  const params = { messageId: last.retryOf ?? last.messageId }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  try {
    const trace = await interruption.runInterruptible(
      () => stop.abort(),
      () => withStaff((staff) => staff.call(retryTurn, { params, body }, options)),
    )
    prompt.tell(renderRetry(context, trace, changes))
  } catch (error) {
    if (!stop.signal.aborted) throw error
    prompt.tell('(Stopped)')
  }
}

async function readConfig(
  { withStaff }: Pick<ChatContext, 'withStaff'>,
  { model, persona }: Changes,
): Promise<CharacterConfig> {
  const config = persona === undefined ? {} : await readFieldsFile(expandHome(persona))
  if (model === undefined) return config
  if (/^\w+:\/\//.test(model))
    throw usageError(
      '--model names a provider of the server, not an address',
      'Start the server with `serve --llm ADDRESS`, or compare with `chat --against-llm ADDRESS`.',
    )
  const { provider, modelId = 'default' } = splitModel(model)
  const { dependencies } = await withStaff((staff) => staff.call(getStaffHealth, {}))
  const known = ['default', ...dependencies.models.providers.map(({ name }) => name)]
  if (!known.includes(provider))
    throw usageError(
      `There is no provider ${printableLine(provider)} at this server`,
      `There are ${known.map(printableLine).join(', ')}.`,
    )
  return { ...config, llm: { ...config.llm, provider, model: modelId } }
}

/** `ollama:llama3.2:1b` is the model `llama3.2:1b` of the provider `ollama`. */
function splitModel(model: string): { readonly provider: string; readonly modelId?: string } {
  const at = model.indexOf(':')
  return at < 0
    ? { provider: model }
    : { provider: model.slice(0, at), modelId: model.slice(at + 1) || 'default' }
}

const NOT_STORED = '(Not stored: the conversation keeps the reply before. /why explains this one.)'

function renderRetry(context: ChatContext, trace: TurnTrace, changes: Changes): string {
  const { colour, width } = currentTerminal(context)
  const { provider, model, reply, state, failure } = trace
  const label = [
    model === null ? `${provider}` : `${provider}: ${model}`,
    ...(changes.persona === undefined ? [] : [`persona of ${changes.persona}`]),
  ]
  const speaker = colour.cyan(printableLine(`${context.characterName} [${label.join(', ')}]`))
  const failed = state === 'failed' ? [`(${printableLine(failure ?? state)})`] : []
  return [
    `${speaker}: ${printable(reply.text)}`,
    ...reply.actions.map((name) => `* ${printableLine(name)}`),
    ...[...failed, NOT_STORED].flatMap((line) => wrapText(line, width)),
  ].join('\n')
}
