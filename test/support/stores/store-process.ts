import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const server = new URL('../../../dist/src/runtime/create-server.js', import.meta.url).href

/** Serves each folder that it reads a line with, until the next line; says how that went. */
const SCRIPT = `
import { createInterface } from 'node:readline'
import { createServer } from ${JSON.stringify(server)}
console.log(JSON.stringify('ready'))
let running
for await (const line of createInterface({ input: process.stdin })) {
  await running?.stop()
  running = undefined
  if (line === '') { console.log(JSON.stringify('stopped')); continue }
  try {
    running = await createServer({ dataDir: line, logLevel: 'silent' })
    console.log(JSON.stringify('serving'))
  } catch (error) {
    console.log(JSON.stringify(error.message))
  }
}`

export type ServingProcess = {
  readonly pid: number
  /** Resolves with "serving" or with why not. */
  serve(folder: string): Promise<string>
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Another process that can serve folders, with the built code; started by `wrapper`, when there is one. */
export async function startServingProcess(wrapper: readonly string[] = []): Promise<ServingProcess> {
  const [program = '', ...words] = [...wrapper, process.execPath, '--input-type=module', '-e', SCRIPT]
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => killAndWait(child))
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => String(JSON.parse(String((await answers.next()).value)))
  const tell = (line: string) => {
    child.stdin.write(`${line}\n`)
    return answer()
  }
  await answer()
  return {
    pid: child.pid ?? 0,
    serve: tell,
    async stop() {
      await tell('')
    },
    kill: () => killAndWait(child),
  }
}

/** Ends it without a chance to do anything, and waits for its end. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
