import { type ChildProcess, spawn } from 'node:child_process'
import { EXIT } from '../../errors/command-error.js'
import type { SoundProgram } from './sound-programs.js'

export type SoundProcess = {
  readonly process: ChildProcess
  /** Resolves when the process ends: to its error message if it failed, else to null. */
  readonly exited: Promise<string | null>
}

/** Starts programs that end with this process, however it ends. */
export interface SoundProcesses {
  start(program: SoundProgram, sampleRate: number, pipe: 'stdin' | 'stdout'): SoundProcess
  /** Kills all running programs, and any that is started later. */
  stop(): void
}

/** Unlike `runChild` of exec, pipes samples and kills what still runs; the child of exec inherits the terminal and signals. */
export function createSoundProcesses(): SoundProcesses {
  const running = new Set<ChildProcess>()
  let isStopped = false
  const stop = () => {
    isStopped = true
    for (const child of running) child.kill('SIGKILL')
  }
  const hangUp = () => process.exit(EXIT.hungUp)
  process.on('exit', stop)
  // Sent when the terminal is closed. Without a listener no `exit` event would follow.
  process.on('SIGHUP', hangUp)
  return {
    stop: () => {
      process.off('exit', stop)
      process.off('SIGHUP', hangUp)
      stop()
    },
    start: ({ file, args, refusal }, sampleRate, pipe) => {
      const child = spawn(file, args(sampleRate), {
        stdio: [pipe === 'stdin' ? 'pipe' : 'ignore', pipe === 'stdout' ? 'pipe' : 'ignore', 'pipe'],
      })
      running.add(child)
      // A caller that tries one program after the other may not know yet that all were stopped.
      if (isStopped) child.kill('SIGKILL')
      return { process: child, exited: waitForExit(child, refusal).finally(() => running.delete(child)) }
    },
  }
}

/** Only the end of the error output is needed. */
const MAX_ERROR_OUTPUT = 2000

function waitForExit(child: ChildProcess, refusal: RegExp | undefined): Promise<string | null> {
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_ERROR_OUTPUT)
  })
  // The program ended before it read everything; its exit tells why.
  child.stdin?.on('error', () => undefined)
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code) => {
      if (code === 0) return resolve(refusal === undefined ? null : lineWith(refusal, errorOutput))
      resolve(lastLine(errorOutput) || `it ended with ${code}`)
    })
  })
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim() ?? ''

const lineWith = (pattern: RegExp, text: string): string | null =>
  text
    .split('\n')
    .find((line) => pattern.test(line))
    ?.trim() ?? null
