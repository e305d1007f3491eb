import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runLoadTest } from '../../src/loadtest/run-load-test.js'
import { createPlan } from '../../src/loadtest/scenario/plan.js'

async function workerOf(code: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-loadtest-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'worker.mjs'), code)
  return pathToFileURL(join(folder, 'worker.mjs'))
}

test('a process that ends before its work is done fails the run, and the server is watched no longer', async () => {
  let isWatched = true
  const run = runLoadTest({
    plan: createPlan(
      { character: 'c', load: { players: 1 }, duration: '1s', steps: [{ text: 'Hello' }] },
      { name: 'broken', characterId: 'c', scenarioHash: '' },
    ),
    target: { baseUrl: 'http://127.0.0.1:1', apiKey: undefined, version: '0' },
    thresholds: [],
    worker: await workerOf('process.exit(3)'),
    processes: 1,
    runId: 'r',
    part: null,
    serverMetrics: {
      start: () => undefined,
      stop: async () => {
        isWatched = false
        return []
      },
    },
    onSample: () => undefined,
    onSecond: () => undefined,
  })
  await expect(run).rejects.toThrow('A process of the load test ended early (3)')
  expect(isWatched).toBe(false)
})
