import { readFileSync } from 'node:fs'

/** The processes that a process has started, the oldest first. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .flatMap((text) => (text.trim() === '' ? [] : [Number(text)]))

export const isRunning = (pid: number): boolean => {
  try {
    // One that has ended may wait for whoever has started it to look.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
