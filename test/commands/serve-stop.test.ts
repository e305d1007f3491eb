import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { ReadyLine } from '../../src/runtime/create-server.js'
import { bin, cleanEnv, scratchFolder } from '../support/commands/cli.js'
import { killAndWait, startServingProcess } from '../support/stores/store-process.js'

const CONCURRENT = 40

/** A server that gives those who send requests the time that a busy machine needs. */
async function givenServer(dataDir: string) {
  const config = join(scratchFolder(), 'parley.yaml')
  await writeFile(config, 'stopSeconds: 600\n')
  const flags = ['--data-dir', dataDir, '--config', config, '--port', '0', '--json']
  const child = spawn(process.execPath, [bin, 'serve', ...flags], {
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killAndWait(child))
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  return { child, ready: JSON.parse(String(value)) as ReadyLine }
}

/** A connection for one POST, which is sent in two parts. */
async function connection({ baseUrl, apiKey }: ReadyLine, name: string) {
  const body = JSON.stringify({ persona: { name } })
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = ['POST /api/v1/characters HTTP/1.1', 'Host: x', `X-API-Key: ${apiKey}`, 'Expect: 100-continue']
  const describing = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
  return {
    sendHead: () => socket.write(`${[...head, ...describing].join('\r\n')}\r\n\r\n`),
    /** Resolves when the server has taken the request up, and waits for its body. */
    isBegun: async () => {
      while (!received.includes('100 Continue')) await once(socket, 'data')
    },
    sendBody: () => socket.write(body),
    answer: async () => {
      await ended
      return received.slice(received.indexOf('\r\n\r\n') + 4)
    },
  }
}

const isGone = (path: string) =>
  access(path).then(
    () => false,
    () => true,
  )

const names = Array.from({ length: CONCURRENT }, (_, n) => `Character ${n}`)

type Requests = readonly Awaited<ReturnType<typeof connection>>[]

/** Every request is answered and its connection ended, the process ends well, and the next server has it all. */
async function expectAnswered(requests: Requests, child: ChildProcess, dataDir: string): Promise<void> {
  const answers = await Promise.all(requests.map(({ answer }) => answer()))
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(names.map(() => 'HTTP/1.1 201'))
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)

  const again = await startServingProcess()
  expect(await again.serve(dataDir)).toBe('serving')
  const next = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'))
  const listed = await fetch(`${next.baseUrl}/api/v1/characters?limit=100`, {
    headers: { 'x-api-key': next.apiKey },
  })
  const { characters } = (await listed.json()) as { characters: { name: string }[] }
  expect(characters.map(({ name }) => name).sort()).toEqual(names.toSorted())
}

test('requests that are being sent when SIGTERM comes are answered and durable, and the exit code is 0', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const { child, ready } = await givenServer(dataDir)
  const requests = await Promise.all(names.map((name) => connection(ready, name)))
  const idle = connect(Number(new URL(ready.baseUrl).port), '127.0.0.1')
  await once(idle, 'connect')
  for (const { sendHead } of requests) sendHead()
  await Promise.all(requests.map(({ isBegun }) => isBegun()))

  child.kill('SIGTERM')
  // It stops: that is the first thing that a stop takes away.
  await expect.poll(() => isGone(join(dataDir, 'server.json')), { timeout: 30_000 }).toBe(true)
  for (const { sendBody } of requests) sendBody()
  for (const { answer } of requests) expect(await answer()).toMatch(/^connection: close\r$/im)
  await expectAnswered(requests, child, dataDir)
})

test('requests that the server has not looked at when SIGTERM comes are answered and durable, too', async () => {
  const dataDir = join(scratchFolder(), 'data')
  const { child, ready } = await givenServer(dataDir)
  const requests = await Promise.all(names.map((name) => connection(ready, name)))
  // A write to a socket of this machine is in the other's buffer when it returns.
  for (const { sendHead, sendBody } of requests) {
    sendHead()
    sendBody()
  }
  child.kill('SIGTERM')
  await expectAnswered(requests, child, dataDir)
})
