import { type ChildProcess, spawn } from 'node:child_process'
import { EXIT } from '../../errors/command-error.js'
import type { SoundProgram } from './sound-programs.js'

export type SoundProcess = {
  readonly process: ChildProcess
  /** Resolves once it is over: with why it failed, in its own words, or with null. */
  readonly exited: Promise<string | null>
}

/** Programs that were started here and end with this process, however it ends. */
export interface SoundProcesses {
  start(program: SoundProgram, sampleRate: number, ends: 'takes' | 'gives'): SoundProcess
  /** Ends all that run, at once; what is started later ends at once, too. */
  stop(): void
}

export function createSoundProcesses(): SoundProcesses {
  const running = new Set<ChildProcess>()
  let isStopped = false
  const stop = () => {
    isStopped = true
    for (const child of running) child.kill('SIGKILL')
  }
  const hangUp = () => process.exit(EXIT.hungUp)
  process.on('exit', stop)
  // The terminal was closed: without a listener nobody would be told of the end.
  process.on('SIGHUP', hangUp)
  return {
    stop: () => {
      process.off('exit', stop)
      process.off('SIGHUP', hangUp)
      stop()
    },
    start: ({ file, args, refusal }, sampleRate, ends) => {
      const child = spawn(file, args(sampleRate), {
        stdio: [ends === 'takes' ? 'pipe' : 'ignore', ends === 'gives' ? 'pipe' : 'ignore', 'pipe'],
      })
      running.add(child)
      // Whoever tries one program after the other does not know yet.
      if (isStopped) child.kill('SIGKILL')
      return { process: child, exited: waitForExit(child, refusal).finally(() => running.delete(child)) }
    },
  }
}

/** The end of what it complains about is enough. */
const LONGEST_COMPLAINT = 2000

function waitForExit(child: ChildProcess, refusal: RegExp | undefined): Promise<string | null> {
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-LONGEST_COMPLAINT)
  })
  // It went before it was told everything; its end says why.
  child.stdin?.on('error', () => undefined)
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code) => {
      if (code === 0) return resolve(refusal === undefined ? null : lineWith(refusal, complaint))
      resolve(lastLine(complaint) || `it ended with ${code}`)
    })
  })
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim() ?? ''

const lineWith = (sought: RegExp, text: string): string | null =>
  text
    .split('\n')
    .find((line) => sought.test(line))
    ?.trim() ?? null
