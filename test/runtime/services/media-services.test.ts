import { expect, test } from 'vitest'
import { RIGGED_STAGES, STATIC_STAGES } from '../../../src/contract/models.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { openStore } from '../../../src/store/open.js'
import {
  createTestServer,
  idTokenOf,
  rest,
  startTestServer,
  temporaryFolder,
} from '../../support/servers/test-server.js'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** Asks until the state is another one: on a busy machine what is built may not be there with the first question. */
async function nextState(server: RunningServer, path: string, before: unknown): Promise<unknown> {
  const { body } = await rest(server, 'GET', path)
  const { modelStatus } = body as { modelStatus: unknown }
  return modelStatus === before ? nextState(server, path, before) : modelStatus
}

test.each([
  [false, [...STATIC_STAGES.slice(1), 'ready']],
  [true, [...RIGGED_STAGES.slice(1), 'ready']],
])('a server that starts anew at every state goes on with the model (rigged: %s)', async (rigged, states) => {
  const dataDir = await temporaryFolder()
  const start = () => createTestServer({ logLevel: 'silent', port: 0, dataDir })
  const first = await start()
  const created = await rest(first, 'POST', '/api/v1/characters', { appearance: 'A tall man in a red hat' })
  const { id } = created.body as { id: string }
  const path = `/api/v1/characters/${id}/model`
  expect((await rest(first, 'POST', path, { rigged })).status).toBe(202)
  await first.stop()
  const seen: unknown[] = []
  for (const _ of states) {
    const server = await start()
    seen.push(await nextState(server, path, seen.at(-1) ?? (rigged ? 'posing' : 'generating')))
    await server.stop()
  }
  expect(seen).toEqual(states)
  const last = await start()
  const { body } = await rest(last, 'GET', path)
  expect(body).toMatchObject({ modelStatus: 'ready', progress: 100, rigged })
  const { modelUrl } = body as { modelUrl: string }
  const model = Buffer.from(await (await fetch(modelUrl)).arrayBuffer())
  expect(model.subarray(0, 4).toString()).toBe('glTF')
  await last.stop()
})

test('a crash right before the service was asked leaves a job that is taken up again', async () => {
  const dataDir = await temporaryFolder()
  const first = await createTestServer({ logLevel: 'silent', port: 0, dataDir })
  const created = await rest(first, 'POST', '/api/v1/characters', { appearance: 'A robot' })
  const { id } = created.body as { id: string }
  const path = `/api/v1/characters/${id}/model`
  await rest(first, 'POST', path)
  await first.stop()
  const store = await openStore({ folder: dataDir, log: quiet, clock: { now: () => new Date() } })
  await updateRecord(store, { kind: 'characters', id }, (record) => ({
    ...record,
    model_job: record.model_job && { ...record.model_job, task: null },
  }))
  await store.close()

  const server = await startTestServer({ port: 0, dataDir })
  const states: unknown[] = []
  while (states.at(-1) !== 'ready') states.push(await nextState(server, path, states.at(-1)))
  expect(states).toEqual(['generating', 'preview_ready', 'refining', 'ready'])
})

test('a reset takes a model that is being made back to what it was at the start', async () => {
  const server = await startTestServer({ port: 0 })
  const created = await rest(server, 'POST', '/api/v1/characters', { appearance: 'A robot' })
  const { id } = created.body as { id: string }
  await rest(server, 'POST', `/api/v1/characters/${id}/model`)
  const { ready } = server
  const idToken = await idTokenOf(server)
  const [, reset] = await Promise.all([
    rest(server, 'GET', `/api/v1/characters/${id}/model`),
    fetch(`${ready.baseUrl}/api/control/v1/local/reset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}` },
    }),
  ])
  expect(reset.status).toBe(204)
  expect((await rest(server, 'GET', `/api/v1/characters/${id}/model`)).status).toBe(404)
})
