/** The event stream of Anthropic's `/messages`, piece by piece. */
export const anthropic = {
  start: (): string[] => [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    }),
    event('ping', {}),
  ],
  say: (index: number, ...tokens: string[]): string[] => [
    event('content_block_start', { index, content_block: { type: 'text', text: '' } }),
    ...tokens.map((text) => event('content_block_delta', { index, delta: { type: 'text_delta', text } })),
    event('content_block_stop', { index }),
  ],
  call: (index: number, name: string, ...pieces: string[]): string[] => [
    event('content_block_start', {
      index,
      content_block: { type: 'tool_use', id: 'toolu_1', name, input: {} },
    }),
    ...pieces.map((partial_json) =>
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
    ),
    event('content_block_stop', { index }),
  ],
  stop: (stop_reason = 'end_turn'): string[] => [
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 4 } }),
    event('message_stop', {}),
  ],
  fail: (type: string, message: string): string[] => [event('error', { error: { type, message } })],
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
