import { createHash } from 'node:crypto'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openControlWorld } from '../../support/servers/control-world.js'

const PAGE = ['/docs', '/docs/']

/** Addresses that the page or its styles would load by themselves. */
const loadedBy = (text: string): string[] =>
  [...text.matchAll(/(?:\bsrc="|<link[^>]* href="|url\(\s*['"]?|@import\s+['"])([^'")]+)/g)].map(
    ([, at = '']) => at,
  )

test('whoever opens the address of the server is led to the page', async () => {
  const { app } = await openControlWorld()
  expect(await app.inject('/')).toMatchObject({ statusCode: 302, headers: { location: '/docs' } })
})

test.each(PAGE)('%s is one page that loads nothing but the documents of this server', async (url) => {
  const { app } = await openControlWorld()
  const page = await app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>parley API</title>')
  expect(loadedBy(page.body.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, ''))).toEqual(['data:,'])
  for (const document of ['/openapi.json', '/asyncapi.json']) {
    expect(page.body).toContain(document)
    expect((await app.inject(document)).statusCode).toBe(200)
  }
})

test.each(PAGE)('the browser is told to let %s run its own script and ask this server alone', async (url) => {
  const { app } = await openControlWorld()
  const { headers, body } = await app.inject(url)
  const inside = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${hash(inside(/<script type="module">([\s\S]*?)<\/script>/))}`,
    `style-src ${hash(inside(/<style>([\s\S]*?)<\/style>/))}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('what is not there is answered in the envelope of the service', async () => {
  const { app } = await openControlWorld()
  for (const url of ['/docs/nothing', '/docs/static/nothing.js', '/docs/index.html']) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { detail: 'Not Found' }])
  }
})

test.each([
  '/docs/../api/v1/characters',
  '/docs/%2e%2e/api/v1/characters',
  '/docs/static/%2e%2e/%2e%2e/package.json',
])('the path of the page serves nothing but the page (%s)', async (path) => {
  const { app } = await openControlWorld()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const status = await new Promise((answered, failed) => {
    // Not fetch, which would tidy the path up before sending it.
    get({ port, host: '127.0.0.1', path, headers: { connection: 'close' } })
      .on('response', (response) => answered(response.resume().statusCode))
      .on('error', failed)
  })
  expect([403, 404]).toContain(status)
})

test('the page can be asked for over a real connection', async () => {
  const { app } = await openControlWorld()
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { connection: 'close' }
  const page = await fetch(`${base}/docs`, { headers })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/asyncapi.json')])
  const head = await fetch(`${base}/docs`, { method: 'HEAD', headers })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
