import { describeFailure } from '../errors/describe-failure.js'
import { printable } from '../output/printable.js'
import type { Prompt } from './prompt/prompt.js'

/** Tells why something did not work, so that the chat can go on. A defect of ours still ends it. */
export function printFailure({ tell }: Pick<Prompt, 'tell'>, error: unknown): void {
  const { code, message, hint } = describeFailure(error)
  if (code === 'internal_error') throw error
  tell([message, ...(hint === null ? [] : [hint])].map((part) => `(${printable(part)})`).join('\n'))
}
