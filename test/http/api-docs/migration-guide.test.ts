import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { legacyRouteTable } from '../../../src/contract/legacy/route-table.js'
import type { Operation } from '../../../src/contract/operation.js'
import { fillMigrationGuide } from '../../../src/http/api-docs/migration-guide.js'
import { openControlWorld } from '../../support/servers/control-world.js'
import { createTestServer, rest } from '../../support/servers/test-server.js'

const pathOf = ({ method, url }: Operation) =>
  `<code><span class="method">${method}</span> ${url.replace(/:(\w+)/g, '{$1}')}</code>`
/** Without the marks around what changes in a path. */
const unmarked = (page: string) => page.replaceAll(/<\/?b>/g, '')

test('the guide is a page for anyone that loads nothing and runs only its own script', async () => {
  const { app } = await openControlWorld()
  const page = await app.inject('/docs/migration')
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(page.body).not.toMatch(/<script(?! type="module">)|\bsrc=|\bstyle=|@import|url\(/)
  // An empty icon, and links to the reference and within the page.
  expect(
    page.body.replace(/<link rel="icon" href="data:,"|<a (?:id="\w+" )?href="(?:\/docs)?(?:#[\w-]+)?"/g, ''),
  ).not.toContain('href=')
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page.body) ?? []
  const [, script = ''] = /<script type="module">(.*)<\/script>/s.exec(page.body) ?? []
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
  expect(page.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'sha256-${hashOf(script)}'; style-src 'sha256-${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(style).toContain('color-scheme:light dark')
})

test('it has a line for every legacy route, with its successor', async () => {
  const { app } = await openControlWorld()
  const { body } = await app.inject('/docs/migration')
  for (const { operation, successor } of legacyRouteTable) {
    expect(unmarked(body)).toContain(`<tr id="${operation.schema.operationId}"`)
    expect(unmarked(body)).toContain(
      `<td data-label="Legacy">${pathOf(operation)}</td>` +
        `<td data-label="Now"><a href="/docs#${successor.schema.operationId}">${pathOf(successor)}</a></td>`,
    )
  }
  expect(body.match(/<tr id="\w+"(?: class="path-only")?><td data-label="Legacy">/g)).toHaveLength(
    legacyRouteTable.length,
  )
})

test('the fields of agents stand beside those of characters', async () => {
  const { app } = await openControlWorld()
  const { body } = await app.inject('/docs/migration')
  expect(body).toContain(
    '<td data-label="Agent"><code>ttsSpeed</code></td><td data-label="Character"><code>tts_speed</code></td><td data-label="In a body"><code>tts.speed</code></td><td data-label="Type">number',
  )
  expect(body).toContain('<td data-label="In a body"><code>persona.system_prompt</code></td>')
  expect(body).toContain('<code>created_at</code></td><td data-label="In a body">in no body</td>')
  expect(body).toMatch(/<span id="same">.*<code>personality<\/code>/)
  // Both in the same order, whatever their names.
  const pairs = [...body.matchAll(/"Agent"><code>(\w+)<\/code><\/td><td data-label="Character"><code>(\w+)/g)]
  expect(pairs.length).toBeGreaterThan(10)
  for (const [, was, is = ''] of pairs)
    expect(was).toBe(is.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
})

test('the fields have the types that characters are answered with', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.stop())
  const page = await (await fetch(`${server.ready.baseUrl}/docs/migration`)).text()
  const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const answered = new Map(Object.entries(body as object))
  const types = [...page.matchAll(/"Character"><code>(\w+)<.*?"Type">([^<]+)</g)]
  expect(types.length).toBeGreaterThan(10)
  for (const [, name = '', type = ''] of types) {
    const value: unknown = answered.get(name)
    const real = [value === null && 'null', Array.isArray(value) && 'array', typeof value].find(Boolean)
    expect([name, type.replace('integer', 'number').split(' or ')]).toEqual([
      name,
      expect.arrayContaining([real]),
    ])
  }
})

test('a body takes the names that the guide gives for it, and ignores those of answers', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.stop())
  const create = (body: object) =>
    rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' }, ...body })
  expect((await create({ tts_speed: 1.7 })).body).toMatchObject({ tts_speed: 1 })
  expect((await create({ tts: { speed: 1.7 } })).body).toMatchObject({ tts_speed: 1.7 })
})

test('it tells what changes, and marks it in the paths', async () => {
  const { app } = await openControlWorld()
  const { body } = await app.inject('/docs/migration')
  expect(body).toContain('<code>min_messages</code> is now <code>minMessages</code>')
  expect(body).toContain(
    'is now JSON alone; files go to <code>PUT …/{characterId}/avatar</code> and <code>…/model-file</code>.',
  )
  expect(body).toContain(
    'Answer: was <code>200</code> with <code>{message}</code>; is now <code>204</code> without a body.',
  )
  expect(body).toContain('/api/<b>agents</b>/{characterId}</code>')
  expect(body).toContain('/api/<b>v1/characters</b>/{characterId}</code>')
  expect(body.replace(/<script.*/s, '')).not.toContain('`')
})

test('the call before and after is answered as the example says', async () => {
  const server = await createTestServer()
  onTestFinished(() => server.stop())
  const page = await (await fetch(`${server.ready.baseUrl}/docs/migration`)).text()
  const textOf = (id: string) =>
    (new RegExp(`<pre id="${id}">([^]*?)</pre>`).exec(page)?.[1] ?? '').replaceAll(/<\/?b>/g, '')
  await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  for (const when of ['before', 'now']) {
    const path = /127\.0\.0\.1:4750(\S+)'/.exec(textOf(`call-${when}`))?.[1] ?? ''
    const { status, body } = await rest(server, 'GET', path)
    expect([when, status]).toEqual([when, 200])
    expect(body).toMatchObject(JSON.parse(textOf(`answer-${when}`)))
  }
})

test('it tells the dates that are set, and that none is', () => {
  const since = new Date('2029-12-01T00:00:00Z')
  const guide = (deprecation: Parameters<typeof fillMigrationGuide>[2]) =>
    fillMigrationGuide('<p id="dates"></p>', [], deprecation)
  expect(guide(null)).toContain('No date of deprecation is set, so nothing is urgent:')
  expect(guide({ since, sunset: null })).toContain(
    'Deprecated since <time datetime="2029-12-01T00:00:00.000Z">2029-12-01</time>. No date of removal is set.',
  )
  expect(guide({ since, sunset: new Date('2030-06-30T00:00:00Z') })).toContain(
    'They will be removed on <time datetime="2030-06-30T00:00:00.000Z">2030-06-30</time>.',
  )
})
