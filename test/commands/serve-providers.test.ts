import { createInterface } from 'node:readline'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { bin, cleanEnv, scratchFolder } from '../support/commands/cli.js'
import { refuseWith, startModelServer } from '../support/providers/model-server.js'

const TAGS = refuseWith(200, { models: [{ name: 'llama3.2:latest' }, { name: 'mistral:7b' }] })

/** The lines of standard output of a server, as they come; it asks an imitation of Ollama. */
async function serveWithOllama(args: readonly string[]): Promise<AsyncIterable<string>> {
  const ollama = await startModelServer([], TAGS)
  onTestFinished(ollama.close)
  const child = execa(process.execPath, [bin, 'serve', '--port', '0', '--ephemeral', ...args], {
    cwd: scratchFolder(),
    env: cleanEnv({ OLLAMA_HOST: ollama.url }),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return createInterface({ input: child.stdout })
}

async function firstLine(lines: AsyncIterable<string>, isWanted: (line: string) => boolean): Promise<string> {
  for await (const line of lines) if (isWanted(line)) return line
  throw new Error('The server has ended without the line')
}

test('the start says which model of how many it has found, and how fast the provider answered', async () => {
  const lines = await serveWithOllama(['--llm', 'ollama'])
  expect(await firstLine(lines, (line) => line.startsWith('language model: '))).toMatch(
    /^language model: ollama: llama3\.2 of 2, answered in \d+ ms$/,
  )
})

test('the start says of a model that is not there what to do', async () => {
  const lines = await serveWithOllama(['--llm', 'ollama:lama3.2'])
  expect(await firstLine(lines, (line) => line.startsWith('language model: '))).toContain(
    'It has no model lama3.2',
  )
  expect(await firstLine(lines, (line) => line.includes('->'))).toContain('Did you mean llama3.2?')
})

test('under --json the answers of the providers are an event after the ready line', async () => {
  const lines = await serveWithOllama(['--llm', 'ollama:mistral:7b', '--json'])
  const event = await firstLine(lines, (line) => line.includes('"providers"') && !line.includes('"ready"'))
  expect(JSON.parse(event)).toMatchObject({
    event: 'providers',
    providers: [{ role: 'llm', name: 'ollama', status: 'ok', model: 'mistral:7b', isModelChosen: false }],
  })
})
