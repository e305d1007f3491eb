import type { Action, ActionParameter } from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import type { ReplyRequest } from '../../domain/turns/ports.js'
import type { ModelProvider } from './provider.js'
import type { SdkCall, SdkMessage, SdkTool, SdkToolCall } from './sdk-types.js'

/** Inserted when the conversation starts with the character, because most providers require a user message first. */
const OPENING = '(The player is here.)'

/** Converts a request to the SDK's call options. */
export function toSdkCall(
  request: ReplyRequest,
  { sendTemperature }: ModelProvider,
  signal: AbortSignal,
): SdkCall {
  const { character, system, messages, actions } = request
  const tools = [
    ...actions.filter(isFirstOfName).map(toTool),
    ...(offersCameraTool(request) ? [CAMERA_TOOL] : []),
  ]
  return {
    prompt: [...toSystem(system), ...toTurns(messages)],
    maxOutputTokens: character.llm_max_tokens,
    ...(sendTemperature && { temperature: character.llm_temperature }),
    ...(tools.length > 0 && { tools, toolChoice: { type: 'auto' } }),
    abortSignal: signal,
  }
}

/** The same call with the tool calls and their results, and without tools, so that the model writes text. */
export function withToolResults(call: SdkCall, calls: readonly SdkToolCall[]): SdkCall {
  return {
    ...call,
    toolChoice: { type: 'none' },
    prompt: [
      ...call.prompt,
      {
        role: 'assistant',
        content: calls.map(({ toolCallId, toolName, input, providerMetadata }) => ({
          type: 'tool-call',
          toolCallId,
          toolName,
          input: parseToolArguments(input) ?? {},
          ...(providerMetadata !== undefined && { providerOptions: providerMetadata }),
        })),
      },
      {
        role: 'tool',
        content: calls.map(({ toolCallId, toolName, input }) => ({
          type: 'tool-result',
          toolCallId,
          toolName,
          output:
            parseToolArguments(input) === undefined
              ? { type: 'error-text', value: 'The arguments were no JSON object.' }
              : { type: 'text', value: 'Done.' },
        })),
      },
    ],
  }
}

/** Undefined when the arguments are not a JSON object. */
export function parseToolArguments(input: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(input.trim() === '' ? '{}' : input)
    return isObject(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

const toSystem = (system: string): SdkMessage[] =>
  system.trim() === '' ? [] : [{ role: 'system', content: system }]

/** Alternating messages, the player first; consecutive messages of one role are joined. */
function toTurns(messages: ReplyRequest['messages']): SdkMessage[] {
  const turns: { role: 'user' | 'assistant'; lines: string[] }[] = []
  for (const message of messages) {
    const { role } = message
    const last = turns.at(-1)
    const lines = linesOf(message)
    if (lines.length === 0) continue
    if (last?.role === role) last.lines.push(...lines)
    else turns.push({ role, lines })
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', lines: [OPENING] })
  return turns.map(({ role, lines }) => ({ role, content: [{ type: 'text', text: lines.join('\n\n') }] }))
}

/** The text of a message and a note on its picture. */
function linesOf({ content, imageDescription: seen }: ReplyRequest['messages'][number]): string[] {
  const shown = seen === null ? '(No picture came from the camera.)' : `(The player shows a picture: ${seen})`
  return [content, ...(seen === undefined ? [] : [shown])].filter((line) => line.trim() !== '')
}

export const CAMERA_TOOL_NAME = 'look_through_camera'

const CAMERA_TOOL: SdkTool = {
  type: 'function',
  name: CAMERA_TOOL_NAME,
  description:
    "Look through the player's camera. Call it when the player asks you to look, or whether you can see something, " +
    'before you answer. You are then told what it shows.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
}

/** False when the character has its own action of that name. */
export const offersCameraTool = ({ canLook, actions }: ReplyRequest): boolean =>
  canLook === true && !actions.some(({ name }) => name === CAMERA_TOOL_NAME)

/** Providers reject two tools of one name; the domain uses the first. */
const isFirstOfName = ({ name }: Action, at: number, all: readonly Action[]) =>
  all.findIndex((other) => other.name === name) === at

function toTool({ name, description, parameters = [] }: Action): SdkTool {
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, toProperty(parameter)])),
      required: parameters.filter(({ required }) => required).map((parameter) => parameter.name),
      additionalProperties: false,
    },
  }
}

const toProperty = ({ type = 'string', description }: ActionParameter) => ({
  type,
  ...(typeof description === 'string' && { description }),
})
