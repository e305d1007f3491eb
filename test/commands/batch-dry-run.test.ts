import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DryRun } from '../../src/cli/batch/dry-run.js'
import { validateBatchRequest } from '../../src/runtime/services/validate-batch.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import { rest, startTestServer } from '../support/servers/test-server.js'

async function dryRun(baseUrl: string, requests: readonly object[], env: Record<string, string> = {}) {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'cast.json'), JSON.stringify(requests))
  const args = ['batch', 'submit', 'cast.json', '--dry-run', '--base-url', baseUrl]
  const asJson = await parley([...args, '--json'], { cwd, env })
  const asText = await parley(args, { cwd, env })
  return { exitCode: asJson.exitCode, tried: JSON.parse(asJson.stdout) as DryRun, text: asText.stdout }
}

const BAD = [
  { customId: 'a', llm: { temperature: 9 }, oops: 1 },
  { customId: 'a', documents: [{ url: 'ftp://a.test/x' }, { url: 'https://a.test/x', type: 'text' }] },
  { documents: [{ url: 'https://b:c@a.test/x', headers: { Host: 'x' } }] },
]

test('a dry run finds what the server refuses, in the same words', async () => {
  const server = await startTestServer()
  const { body } = await rest(server, 'POST', '/api/v1/characters/batch', { requests: BAD })
  const { detail } = body as { detail: object[] }
  expect(detail.length).toBeGreaterThan(6)
  expect(validateBatchRequest({ requests: BAD })).toEqual(detail)
  expect(validateBatchRequest({ requests: [{ customId: 'a' }] })).toEqual([])
  expect(validateBatchRequest({})).toEqual([
    { loc: ['body', 'requests'], msg: 'Field required', type: 'missing' },
  ])
})

test('a dry run only reads, and says what submitting would come to', async () => {
  const running = {
    id: 'cb_1',
    status: 'processing',
    counts: { succeeded: 499 },
    createdAt: new Date().toISOString(),
  }
  const { baseUrl, requests } = await fakeRest(({ url }) =>
    url.includes('/documents/')
      ? { status: url.endsWith('none') ? 404 : 200, body: { status: url.split('/').at(-1), detail: 'x' } }
      : { body: { batches: [running], total: 1, limit: 100, offset: 0 } },
  )
  const { exitCode, tried, text } = await dryRun(baseUrl, [
    { customId: 'a', documents: ['https://a.test/x.pdf', 'http://127.0.0.1:1/y.pdf'] },
    { customId: 'b', document_ids: ['ready', 'none', 'queued', 'failed'] },
  ])
  expect(exitCode).toBe(1)
  const at = (nth: number) => ['body', 'requests', 1, 'document_ids', nth]
  expect(tried).toEqual({
    valid: false,
    items: 2,
    documents: 2,
    files: [],
    separator: null,
    idempotencyKey: expect.stringMatching(/^parley-/),
    problems: [
      { loc: at(1), msg: 'document_not_found' },
      { loc: at(2), msg: 'document_not_ready' },
      { loc: at(3), msg: 'document_failed' },
    ],
    warnings: [
      expect.stringMatching(/url_blocked_host.*, unless the server was started with --allow-private-host$/),
      'more characters than a day allows',
      'the batch cb_1 is still running',
    ],
    quotas: {
      charactersToday: { used: 499, adds: 2, limit: 500 },
      submitsThisHour: { used: 1, adds: 1, limit: 20 },
      runningBatchId: 'cb_1',
    },
  })
  expect(text).toContain(
    'It would be refused. Nothing was sent.\n  cast.json:1 b: document_ids.1: document_not_found',
  )
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a dry run needs no server: it only knows less', async () => {
  const { exitCode, tried, text } = await dryRun('http://127.0.0.1:1', [{ customId: 'a' }])
  expect(exitCode).toBe(0)
  expect(tried).toMatchObject({
    valid: true,
    quotas: null,
    warnings: [expect.stringContaining('No server answers')],
  })
  expect(text).toContain('It would be accepted. Nothing was sent.')
})

test('a service that refuses the key is told as always', async () => {
  const { baseUrl } = await fakeRest(() => ({ status: 401, body: { detail: 'Invalid API key' } }))
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'cast.json'), '[{"customId":"a"}]')
  const { exitCode } = await parley(['batch', 'submit', 'cast.json', '--dry-run', '--base-url', baseUrl], {
    cwd,
  })
  expect(exitCode).toBe(4)
})
