import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * What tells a process from a later one with the same pid: when it was started, and in which boot of the machine.
 * Undefined when there is no such process, or only the remains of a killed one that its parent has not collected.
 */
export async function processStartTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'latin1')
    // The name in parentheses may itself contain blanks and parentheses (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, started] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? undefined : `${boot.trim()} ${started}`
  } catch {
    return startWithoutProc(pid)
  }
}

/** In which boot of the machine a process was started, of what `processStartTime` says. */
export const bootOf = (started: string): string => started.slice(0, started.indexOf(' ') + 1)

/** Names the processes among which this one's pid counts; undefined on systems that number all of them together. */
export const pidNamespace = (): Promise<string | undefined> =>
  readlink('/proc/self/ns/pid').catch(() => undefined)

/** For systems without /proc, and for pids that are not in it. */
async function startWithoutProc(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined
  // It has no such program, and would look for one in the current folder.
  if (process.platform === 'win32') return 'unknown'
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: { LC_ALL: 'C' },
    })
    return stdout.trim()
  } catch {
    return 'unknown'
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
