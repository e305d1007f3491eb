/** The lines of Ollama's `/api/chat`, piece by piece. */
export const ollama = {
  say: (...tokens: string[]): string[] =>
    tokens.map((content) => line({ message: { role: 'assistant', content } })),
  think: (...tokens: string[]): string[] =>
    tokens.map((thinking) => line({ message: { role: 'assistant', content: '', thinking } })),
  call: (name: string, args: object): string[] => [
    line({
      message: { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: args } }] },
    }),
  ],
  stop: (done_reason = 'stop'): string[] => [
    line({
      ...{ message: { role: 'assistant', content: '' }, done: true, done_reason },
      ...{ total_duration: 4_883_583_458, load_duration: 1_334_875 },
      ...{ prompt_eval_count: 9, prompt_eval_duration: 342_546_000 },
      ...{ eval_count: 4, eval_duration: 4_535_599_000 },
    }),
  ],
  fail: (error: string): string[] => [`${JSON.stringify({ error })}\n`],
}

const line = (answer: object) =>
  `${JSON.stringify({ model: 'm', created_at: '2030-01-02T03:04:05.000000Z', done: false, ...answer })}\n`
