import { readFile } from 'node:fs/promises'
import { cpuUsage } from 'node:process'

/** Linux counts in hundredths of a second for programs, whatever the kernel uses inside. */
const TICK_MS = 10

/**
 * The processor time in milliseconds that a thread has used. Where the system does not tell, the time of the whole
 * process, which is never less.
 */
export async function threadCpuTimeMs(threadId: number): Promise<number> {
  const stat =
    threadId === 0 ? '' : await readFile(`/proc/self/task/${threadId}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may hold spaces. After it user and system time are the 12th and 13th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return Number.isNaN(ticks) ? processCpuTimeMs() : ticks * TICK_MS
}

function processCpuTimeMs(): number {
  const { user, system } = cpuUsage()
  return (user + system) / 1000
}
