import { printableLine } from './printable.js'
import type { Terminal } from './terminal.js'

/** Shows that something is being waited for, where a person sees it. */
export async function withSpinner<T>(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!isInteractive) return work()
  const { oraPromise } = await import('ora')
  return oraPromise(work(), { text: printableLine(text), stream: process.stderr, discardStdin: false })
}
