/** The event stream of Google's `:streamGenerateContent?alt=sse`, piece by piece. */
export const google = {
  say: (...tokens: string[]): string[] => tokens.map((text) => event([{ text }])),
  call: (name: string, args: object, thoughtSignature?: string): string[] => [
    event([{ functionCall: { name, args }, ...(thoughtSignature !== undefined && { thoughtSignature }) }]),
  ],
  stop: (finishReason = 'STOP'): string[] => [event([{ text: '' }], finishReason)],
  fail: (code: number, status: string, message: string): string[] => [
    `data: ${JSON.stringify({ error: { code, status, message } })}\n\n`,
  ],
}

const event = (parts: readonly object[], finishReason?: string) =>
  `data: ${JSON.stringify({
    candidates: [
      { index: 0, content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) },
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4, totalTokenCount: 13 },
    modelVersion: 'm',
  })}\n\n`
