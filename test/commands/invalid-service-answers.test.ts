import { expect, test } from 'vitest'
import { parley } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'

/** Each field of an object is this value, at the top: what a service may send in the place of every field. */
const everywhere = (value: unknown): unknown => {
  const fields = [
    ...[
      'id',
      'name',
      'status',
      'characters',
      'memories',
      'messages',
      'documents',
      'players',
      'total',
      'items',
    ],
    ...[
      'created_at',
      'createdAt',
      'updatedAt',
      'expiresAt',
      'actions',
      'counts',
      'progress',
      'batches',
      'keys',
    ],
    ...['nodes', 'edges', 'facts', 'history', 'shares', 'organizations', 'conversations', 'content', 'size'],
  ]
  return Object.fromEntries(fields.map((name) => [name, value]))
}

/** Answers that no service of the contract gives. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['an array', [null, 1, 'x']],
  ['an object of nothing', {}],
  ['a number', 1e308],
  ['a string', '"text"'],
  ['nulls for all fields', everywhere(null)],
  ['numbers for all fields', everywhere(1e308)],
  ['strings for all fields', everywhere('+275760-09-13T00:00:00.001Z')],
  ['objects for all fields', everywhere({})],
  ['lists of nulls for all fields', everywhere([null])],
  ['lists of huge things for all fields', everywhere([everywhere(-1e308), everywhere('x'.repeat(10_000))])],
]

const READING = [
  'characters list',
  `characters get ${ID}`,
  `model status ${ID}`,
  'batch list',
  `batch get ${ID}`,
  `documents list ${ID}`,
  `documents get ${ID} ${ID}`,
  `memories list ${ID} ada`,
  `memories list ${ID} ada --full`,
  `memories list ${ID} --all-players`,
  `memories search ${ID} ada likes`,
  `memories timeline ${ID} ada`,
  `memories history ${ID} ada ${ID}`,
  `memories stats ${ID} ada`,
  `memories facts ${ID} ada`,
  `memories graph ${ID} ada`,
  `memories graph ${ID} ada --dot`,
  `memories explain ${ID} ada likes`,
  `memories fading ${ID} ada`,
  `memories prompt ${ID} ada`,
  `players list ${ID}`,
  `players get ${ID} ada`,
  `players messages ${ID} ada`,
  `players stats ${ID}`,
  `share list ${ID}`,
  `share open ${ID}`,
  'keys list',
  'turns list',
  'turns show',
  `turns show ${ID}`,
  'orgs list',
  `orgs members list ${ID}`,
  'clock show',
  'status',
  'doctor',
] as const

test.each(READING)('`%s` tells what is wrong with an answer in a sentence, without a stack', async (line) => {
  let body: unknown
  const { baseUrl } = await fakeRest(() => ({ body: body === null ? 'null' : body }))
  const env = { PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: 'svc_x', PARLEY_ID_TOKEN: 'a.b.c' }
  for (const [name, answer] of WRONG) {
    body = typeof answer === 'number' ? String(answer) : answer
    const { stdout, stderr, exitCode } = await parley(line.split(' '), { env })
    const shown = [line, name, exitCode, stderr.slice(0, 400)]
    expect(stderr, String(shown)).not.toMatch(/\n {4}at |defect of parley|TypeError|RangeError/)
    expect(stdout, String(shown)).not.toMatch(/\n {4}at |internal_error/)
  }
})

test('a redirect to nowhere, an error of an odd shape and no JSON are told in a sentence', async () => {
  let answer: { status: number; body?: unknown } = { status: 302 }
  const { baseUrl } = await fakeRest(() => answer)
  for (answer of [
    { status: 302 },
    { status: 200, body: '<html>' },
    { status: 422, body: { detail: [null, { loc: 1, msg: {} }] } },
    { status: 429, body: { detail: { runningBatchId: { a: 1 } } } },
    { status: 500, body: [1] },
  ]) {
    for (const words of [['characters', 'get', ID], ['doctor'], ['status']]) {
      const { stdout, stderr } = await parley([...words, '--base-url', baseUrl, '--api-key', 'svc_x'])
      expect(stdout + stderr).not.toMatch(/\n {4}at |defect of parley|TypeError|RangeError/)
    }
  }
})

test('the sentence names what was asked and what is wrong with the answer', async () => {
  const { baseUrl } = await fakeRest(() => ({ body: { id: ID, name: 'Mira' } }))
  const { stdout, exitCode } = await parley(['characters', 'get', ID, '--json', '--base-url', baseUrl])
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Mira' })
  const shown = await parley(['characters', 'get', ID, '--base-url', baseUrl])
  expect(shown.exitCode).toBe(1)
  expect(shown.stderr).toBe(
    `Error: The server at ${baseUrl} is not the service: its response to GET /api/v1/characters/:characterId violates the contract (/)`,
  )
})
