// A server with the demo's characters, and the command line beside it, for `npm run screens`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { execa } from 'execa'

/** Starts the built server on a free port; `parley` runs a command against it. */
export async function startServer(root, folder) {
  const bin = join(root, 'bin/run.js')
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--demo', '--port', '0', '--data-dir', join(folder, 'data'), '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const ready = await new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error('The server has not started')))
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)))
  })
  const env = { PARLEY_BASE_URL: ready.baseUrl, PARLEY_API_KEY: ready.apiKey }
  const parley = (...args) => execa(process.execPath, [bin, ...args], { cwd: folder, env, input: '' })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { ready, parley, stop }
}
