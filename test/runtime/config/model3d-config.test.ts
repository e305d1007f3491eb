import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/runtime/config/config.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

async function read(text: string, env: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file.yaml'), text)
  return readConfig(join(folder, 'file.yaml'), env)
}
const sentencesOf = (text: string, env?: Record<string, string>) =>
  read(text, env).then(
    () => [],
    (error: Error) => error.message.split('\n').map((line) => line.replace(/^.*file.yaml:\d+: /, '')),
  )

test('a stub may be told how to get on, where to fail and how much to make', async () => {
  const { model3d } = await read(
    'model3d: { provider: stub, advance: time, secondsPerStage: 1.5, fail: rigging, quota: 0 }',
  )
  expect(model3d).toEqual({
    provider: 'stub',
    advance: 'time',
    secondsPerStage: 1.5,
    fail: 'rigging',
    quota: 0,
  })
  const stub = { provider: 'stub', advance: 'polls', secondsPerStage: 5, fail: null }
  expect((await read('model3d: { quota: 3 }')).model3d).toEqual({ ...stub, quota: 3 })
})

test('there may be no provider at all', async () => {
  const { model3d } = await read('model3d: { provider: none }')
  expect(model3d).toEqual({ provider: 'none', quota: Number.POSITIVE_INFINITY })
})

test('a service has an address, a key and defaults', async () => {
  const written =
    'model3d: { provider: meshy, apiKeyEnv: MESHY, baseUrl: "http://127.0.0.1:9/openapi/", headers: { X-Team: a } }'
  expect((await read(written, { MESHY: 'msy' })).model3d).toEqual({
    provider: 'meshy',
    quota: Number.POSITIVE_INFINITY,
    baseUrl: 'http://127.0.0.1:9/openapi',
    apiKey: 'msy',
    headers: { 'X-Team': 'a' },
    timeoutSeconds: 4,
    actionId: 0,
  })
})

test.each([
  ['model3d: { provider: meshi }', 'model3d.provider must be one of stub, none, meshy.'],
  ['model3d: { advance: slowly }', 'model3d.advance must be one of polls, time, at-once.'],
  ['model3d: { quota: -1 }', 'model3d.quota must be a whole number from 0 to 10000.'],
  ['model3d: { provider: none, advance: polls }', 'model3d.advance is not for the provider none.'],
  ['model3d: { baseUrl: "http://a" }', 'model3d.baseUrl is not for the provider stub.'],
  ['model3d: { provider: meshy }', 'model3d.apiKeyEnv is missing; this kind needs apiKeyEnv or apiKeyFile.'],
  [
    'model3d: { provider: meshy, apiKeyEnv: GONE }',
    'model3d.apiKeyEnv names GONE, which is not set in the environment.',
  ],
  [
    'model3d: { provider: meshy, apiKeyEnv: KEY, baseUrl: "ftp://a" }',
    'model3d.baseUrl must be an http or https address.',
  ],
])('%j is refused with its reason', async (text, sentence) => {
  expect(await sentencesOf(text, { KEY: 'k' })).toEqual([sentence])
})
