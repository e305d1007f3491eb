import { isObject } from '../../contract/is-object.js'
import { ProviderResponseError, UnreadableAnswerError } from './failure.js'
import type { ModelProvider } from './provider.js'
import type { SdkCall, SdkMessage, SdkModel, SdkPart, SdkTool } from './sdk-types.js'
import { readRefusal, type Transport } from './transport.js'

/** A token is much shorter; so is a whole tool call. */
const LINE_CHARACTERS = 2 ** 20
/**
 * A model behind Ollama's own `/api/chat`, whose answers are lines of JSON. Its OpenAI-compatible route cuts a prompt that
 * is too long without a word; with `truncate: false` this one refuses it, so that the turn can decide what goes.
 */
export function createOllamaModel(
  { transport }: { readonly transport: Transport },
  provider: Pick<ModelProvider, 'baseUrl' | 'apiKey' | 'headers' | 'contextTokens'>,
  modelId: string,
): SdkModel {
  return {
    doStream: async (call) => {
      const response = await post({ transport }, provider, {
        body: requestBody(call, modelId, provider),
        signal: call.abortSignal ?? null,
      })
      return { stream: partsOf(response) }
    },
  }
}

type Question = { readonly body: object; readonly signal: AbortSignal | null }

async function post(
  { transport }: { readonly transport: Transport },
  { baseUrl, apiKey, headers }: Pick<ModelProvider, 'baseUrl' | 'apiKey' | 'headers'>,
  { body, signal }: Question,
): Promise<Response> {
  const sent = transport.fetch(`${baseUrl}/api/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    body: JSON.stringify(body),
    signal,
  })
  const response = await sent.catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw cause instanceof ProviderResponseError ? cause : new ProviderResponseError({ cause })
  })
  if (response.ok) return response
  const { status, headers: received } = response
  throw new ProviderResponseError({
    status,
    body: await readRefusal(response),
    headers: Object.fromEntries(received),
  })
}

function requestBody(
  call: SdkCall,
  model: string,
  { contextTokens }: Pick<ModelProvider, 'contextTokens'>,
): object {
  const tools = call.toolChoice?.type === 'none' ? [] : (call.tools ?? []).flatMap(toTool)
  const format = call.responseFormat?.type === 'json' ? (call.responseFormat.schema ?? 'json') : undefined
  return {
    model,
    stream: true,
    truncate: false,
    messages: call.prompt.flatMap(toMessages),
    ...(tools.length > 0 && { tools }),
    ...(format !== undefined && { format }),
    options: {
      ...(call.maxOutputTokens !== undefined && { num_predict: call.maxOutputTokens }),
      ...(call.temperature !== undefined && { temperature: call.temperature }),
      ...(contextTokens !== undefined && { num_ctx: contextTokens }),
    },
  }
}

const toTool = (tool: SdkTool): object[] =>
  tool.type === 'function'
    ? [
        {
          type: 'function',
          function: { name: tool.name, description: tool.description ?? '', parameters: tool.inputSchema },
        },
      ]
    : []

function toMessages(message: SdkMessage): object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }]
    case 'user': {
      const images = message.content.flatMap((part) =>
        part.type === 'file' && part.data instanceof Uint8Array
          ? [Buffer.from(part.data).toString('base64')]
          : [],
      )
      return [{ role: 'user', content: textOf(message.content), ...(images.length > 0 && { images }) }]
    }
    case 'assistant': {
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [{ function: { name: part.toolName, arguments: part.input } }] : [],
      )
      return [
        {
          role: 'assistant',
          content: textOf(message.content),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
      ]
    }
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool', tool_name: part.toolName, content: outputText(part.output) }]
          : [],
      )
  }
}

const textOf = (parts: readonly { readonly type: string }[]): string =>
  parts.flatMap((part) => (part.type === 'text' && 'text' in part ? [String(part.text)] : [])).join('\n\n')

const outputText = (output: { readonly type: string }): string =>
  'value' in output && typeof output.value === 'string' ? output.value : ''

async function* partsOf({ body }: Response): AsyncGenerator<SdkPart> {
  let calls = 0
  for await (const line of linesOf(body ?? [])) {
    const answer = parseLine(line)
    if ('error' in answer) {
      yield { type: 'error', error: { message: answer['error'] } }
      return
    }
    const message = isObject(answer['message']) ? answer['message'] : {}
    const { content, tool_calls: called } = message
    if (typeof content === 'string' && content !== '') yield { type: 'text-delta', id: '0', delta: content }
    for (const call of Array.isArray(called) ? called : []) {
      yield toCall(call, calls)
      calls += 1
    }
    if (answer['done'] === true) {
      yield finishPart(answer, calls > 0)
      return
    }
  }
}

function parseLine(line: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new UnreadableAnswerError('A line of the answer is no JSON', { cause })
  }
  if (!isObject(value)) throw new UnreadableAnswerError('A line of the answer is no object')
  return value
}

async function* linesOf(received: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of received) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_CHARACTERS) throw new UnreadableAnswerError('A line of the answer does not end')
    yield* lines.filter((line) => line.trim() !== '')
  }
  // What is left is a line that was broken off, or the last one of a server that ends it with its answer.
  if (rest.trim().endsWith('}')) yield rest
}

function toCall(call: unknown, index: number): SdkPart {
  const called = isObject(call) && isObject(call['function']) ? call['function'] : {}
  return {
    type: 'tool-call',
    toolCallId: `call_${index}`,
    toolName: String(called['name']),
    input: JSON.stringify(called['arguments'] ?? {}),
  }
}

const REASONS: ReadonlyMap<unknown, 'stop' | 'length'> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  // Servers before 0.1.30 give no reason.
  [undefined, 'stop'],
])

function finishPart(answer: Readonly<Record<string, unknown>>, hasCalled: boolean): SdkPart {
  const raw = answer['done_reason']
  const reason = typeof raw === 'string' ? raw : 'stop'
  const [input, output] = [countOf(answer['prompt_eval_count']), countOf(answer['eval_count'])]
  return {
    type: 'finish',
    finishReason: { unified: hasCalled ? 'tool-calls' : (REASONS.get(raw) ?? 'other'), raw: reason },
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: undefined, reasoning: undefined },
    },
  }
}

const countOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
