import { expect, test } from 'vitest'
import { readConfig } from '../../../src/runtime/config/config.js'
import { warnOfClearText } from '../../../src/runtime/observability/clear-text.js'

/** The addresses that are warned of, for these choices of flags. */
async function warnedOf(choices: Readonly<Record<string, string>>) {
  const given = Object.entries(choices).map(([role, text]) => [role, { text, source: `--${role}` }])
  const config = await readConfig(undefined, {}, Object.fromEntries(given))
  const warned: unknown[] = []
  warnOfClearText(config, { warn: (_, fields) => void warned.push(fields) })
  return warned
}

test.each([
  'http://127.0.0.1:8080/v1#m',
  'http://127.7.7.7/v1#m',
  'http://localhost:8080/v1#m',
  'http://models.localhost/v1#m',
  'http://[::1]:8080/v1#m',
  'https://models.example/v1#m',
  'stub',
  'ollama:m',
])('%s does not leave this machine in clear text', async (llm) => {
  expect(await warnedOf({ llm })).toEqual([])
})

test.each([
  ['http://192.168.1.7:8080/v1#m', '192.168.1.7:8080'],
  ['http://models.example/v1#m', 'models.example'],
  ['http://localhost.example/v1#m', 'localhost.example'],
  ['http://127.0.0.1.example/v1#m', '127.0.0.1.example'],
  ['http://[2001:db8::1]/v1#m', '[2001:db8::1]'],
])('of %s is warned, because anybody on the way can read it', async (llm, name) => {
  expect(await warnedOf({ llm })).toEqual([{ provider: name, address: llm.slice(0, -2) }])
})

test('an address that does several things is told once', async () => {
  const address = 'http://models.example/v1#m'
  expect(await warnedOf({ llm: address, tts: address, stt: address, vision: address })).toHaveLength(1)
})
