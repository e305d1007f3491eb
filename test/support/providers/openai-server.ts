/** The event stream of OpenAI's `/chat/completions`, piece by piece. */
export const openAi = {
  /** One event for each token. */
  say: (...tokens: string[]): string[] => tokens.map((content) => chunk({ content })),
  /** The reasoning of servers that send it apart from the text. */
  think: (...tokens: string[]): string[] => tokens.map((reasoning_content) => chunk({ reasoning_content })),
  /** A tool call whose arguments come in pieces, as servers send them. */
  call: (name: string, ...pieces: string[]): string[] => [
    chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ],
  stop: (reason = 'stop'): string[] => [
    chunk({}, reason),
    event({ ...FRAME, choices: [], usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 } }),
    'data: [DONE]\n\n',
  ],
  fail: (message: string, more: object = {}): string[] => [event({ error: { message, ...more } })],
}

const FRAME = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_900_000_000, model: 'm' }

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

const chunk = (delta: object, finish_reason: string | null = null) =>
  event({ ...FRAME, choices: [{ index: 0, delta, finish_reason }] })
