import { createRequire } from 'node:module'
import { spawn } from '@lydell/node-pty'
import { onTestFailed, onTestFinished } from 'vitest'
import { bin, cleanEnv, scratchFolder } from './cli.js'
import { expectNamed } from './named-commands.js'

// The package is CommonJS without names that an import would find.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless')

/** The command in a real pseudo-terminal, and what a person would see there. */
export function parleyAtTerminal(
  args: readonly string[],
  env: Record<string, string> = {},
  { cwd = scratchFolder(), script = bin, cols = 80, rows = 30, reflowCursorLine = false } = {},
) {
  if (script === bin) expectNamed(args)
  const size = { cols, rows }
  const screen = new Terminal({ ...size, allowProposedApi: true, reflowCursorLine })
  const child = spawn(process.execPath, [script, ...args], {
    ...size,
    cwd,
    env: cleanEnv({ TERM: 'xterm-256color', ...env }),
  })
  const watchers = new Set<() => void>()
  // Only once the screen shows everything that was written before the end.
  const exit = new Promise<number>((resolve) =>
    child.onExit(({ exitCode }) => screen.write('', () => resolve(exitCode))),
  )
  let sent = ''
  child.onData((data) => {
    sent += data
    screen.write(data, () => {
      for (const look of watchers) look()
    })
  })
  // What the terminal answers by itself: where its cursor is.
  screen.onData((data) => child.write(data))
  onTestFinished(() => child.kill('SIGKILL'))

  const lines = () => {
    const { active } = screen.buffer
    const all = Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    )
    return all.join('\n').trimEnd().split('\n')
  }
  onTestFailed(() => console.log(lines().join('\n')))
  return {
    exit,
    lines,
    /** All that the command wrote, as it came. */
    sent: () => sent,
    /** What stands before the cursor in its row. */
    beforeCursor: () => {
      const { active } = screen.buffer
      return active.getLine(active.baseY + active.cursorY)?.translateToString(false, 0, active.cursorX) ?? ''
    },
    type: (text: string) => child.write(text),
    resize: (columns: number, height: number = rows) => {
      screen.resize(columns, height)
      child.resize(columns, height)
    },
    /** Resolves once the screen shows it. */
    shows: (text: string | RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!new RegExp(text).test(lines().join('\n'))) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        void exit.then((code) =>
          reject(new Error(`ended with ${code} without ${text}:\n${lines().join('\n')}`)),
        )
        look()
      }),
  }
}
