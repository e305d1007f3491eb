import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openControlWorld } from '../../support/servers/control-world.js'

const PAGE = ['/docs', '/docs/']

/** Addresses that the page, its styles or its scripts would load by themselves. */
const loadedBy = (text: string): string[] =>
  [...text.matchAll(/(?:\b(?:src|href)="|url\(\s*['"]?|@import\s+['"])([^'")]+)/g)].map(([, at = '']) => at)

const isLocal = (address: string) => /^(?:\/docs\/|\.\/|#|data:)/.test(address)

test('whoever opens the address of the server is led to the page', async () => {
  const { app } = await openControlWorld()
  expect(await app.inject('/')).toMatchObject({ statusCode: 302, headers: { location: '/docs' } })
})

test.each(PAGE)('%s is a page that loads only what this server holds', async (url) => {
  const { app } = await openControlWorld()
  const page = await app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>parley API</title>')

  const addresses = loadedBy(page.body)
  expect(addresses.length).toBeGreaterThan(4)
  expect(addresses.filter((address) => !isLocal(address))).toEqual([])
  for (const address of addresses) {
    const asset = await app.inject(new URL(address, 'http://127.0.0.1/docs/').pathname)
    expect(asset.statusCode, address).toBe(200)
    expect(asset.rawPayload.length, address).toBeGreaterThan(0)
  }
})

test.each(['swagger-ui.css', 'index.css'])('the styles in %s load nothing from elsewhere', async (file) => {
  const { app } = await openControlWorld()
  const styles = await app.inject(`/docs/static/${file}`)
  expect(styles.headers['content-type']).toMatch(/^text\/css/)
  expect(loadedBy(styles.body).filter((address) => !isLocal(address))).toEqual([])
})

test('the page asks no outside validator about the document', async () => {
  const { app } = await openControlWorld()
  const { body } = await app.inject('/docs/static/swagger-initializer.js')
  expect(body).toContain('validatorUrl: null')
  expect(body).not.toMatch(/https?:\/\/(?!stackoverflow\.com)/)
})

test.each([...PAGE, '/docs/static/swagger-ui-bundle.js'])(
  'the browser is told to let %s load nothing from other hosts',
  async (url) => {
    const { app } = await openControlWorld()
    const policy = String((await app.inject(url)).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'; ")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|upgrade-insecure-requests/)
  },
)

test('the page shows the very document of /openapi.json', async () => {
  const { app } = await openControlWorld()
  const [shown, served] = [await app.inject('/docs/json'), await app.inject('/openapi.json')]
  expect(shown.json()).toEqual(served.json())
})

test('what is not there is answered in the envelope of the service', async () => {
  const { app } = await openControlWorld()
  for (const url of ['/docs/nothing', '/docs/static/nothing.js', '/docs/static/../../package.json']) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { detail: 'Not Found' }])
  }
})

test.each([
  '/docs/../api/v1/characters',
  '/docs/%2e%2e/api/v1/characters',
  '/docs/static/%2e%2e/%2e%2e/package.json',
])('the app behind the page serves nothing but the page (%s)', async (path) => {
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
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('swagger-ui-bundle.js')])
  const head = await fetch(`${base}/docs`, { method: 'HEAD', headers })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
