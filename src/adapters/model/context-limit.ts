/** What a provider says of a prompt that is too long for its model, in tokens. */
export type ContextLimit = {
  readonly contextTokens: number | undefined
  readonly requestTokens: number | undefined
}

/** Longer messages repeat the request. */
const READ_CHARACTERS = 2000

/** The codes of OpenAI, of llama.cpp and of Anthropic. */
const CODES: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
])

/**
 * The sentences of OpenAI and vLLM ("maximum context length is 8192 tokens. However, your messages resulted in 8227"),
 * Anthropic ("prompt is too long: 208310 tokens > 200000 maximum"), Google ("The input token count (1091639) exceeds the
 * maximum number of tokens allowed (1048576)"), llama.cpp and Ollama ("the input length exceeds the context length").
 */
const SENTENCES =
  /maximum context length|prompt is too long|input token count|exceeds? the (?:available )?context|exceeds? context l(?:ength|imit)/i

const CONTEXT_TOKENS = [
  /context length is (\d{1,12})/i,
  /> (\d{1,12})\b/,
  /tokens allowed \((\d{1,12})\)/i,
  /context (?:size|length) \((\d{1,12}) tokens\)/i,
]
const REQUEST_TOKENS = [
  /resulted in (\d{1,12})/i,
  /requested (\d{1,12})/i,
  /too long: (\d{1,12})/i,
  /token count \((\d{1,12})\)/i,
  /request \((\d{1,12}) tokens\)/i,
]

/** Undefined when the refusal is about something else. */
export function contextLimitIn(
  status: number | undefined,
  { code, message = '' }: { readonly code: string | undefined; readonly message: string | undefined },
): ContextLimit | undefined {
  const words = message.slice(0, READ_CHARACTERS)
  const isAboutLength = (code !== undefined && CODES.has(code)) || status === 413 || SENTENCES.test(words)
  if (!isAboutLength) return undefined
  return {
    contextTokens: firstNumber(words, CONTEXT_TOKENS),
    requestTokens: firstNumber(words, REQUEST_TOKENS),
  }
}

function firstNumber(words: string, patterns: readonly RegExp[]): number | undefined {
  const found = patterns.map((pattern) => pattern.exec(words)?.[1]).find((digits) => digits !== undefined)
  const number = Number(found)
  return number > 0 ? number : undefined
}
