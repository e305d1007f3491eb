import { expect, test } from 'vitest'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { rest, startTestServer } from '../support/servers/test-server.js'

test.each([80, 40])(
  'no QR code is drawn of a link that only this machine can open (%i columns)',
  async (cols) => {
    const { ready, ...server } = await startTestServer()
    const { body } = await rest({ ready, ...server }, 'POST', '/api/v1/characters', {})
    const args = ['share', 'create', String((body as { id: string }).id), '--permanent']
    const where = { PARLEY_BASE_URL: ready.baseUrl, PARLEY_API_KEY: ready.apiKey }
    const terminal = parleyAtTerminal(args, where, { cols })
    expect(await terminal.exit).toBe(0)
    const shown = terminal.lines().join('\n')
    expect(shown.replace(/\s+/g, ' ')).toContain('No QR code: only this machine can open 127.0.0.1.')
    expect(shown).not.toMatch(/[█▀▄]/)
  },
)

/** What opens an address in place of a browser. */
const browser = { BROWSER: 'true' }

test('share page draws a QR code of an address that a phone can open', async () => {
  const link = 'https://share.invalid/s/11111111-1111-4111-8111-111111111111'
  const where = { PARLEY_BASE_URL: 'http://127.0.0.1:1', PARLEY_API_KEY: 'key', ...browser }
  const terminal = parleyAtTerminal(['share', 'page', link], where)
  expect(await terminal.exit).toBe(0)
  const shown = terminal.lines().join('\n')
  expect(shown).toContain(link)
  expect(shown).toMatch(/[█▀▄]{10}/)
})

test('share page says in a line why it draws no QR code', async () => {
  const where = { PARLEY_BASE_URL: 'http://127.0.0.1:1', PARLEY_API_KEY: 'key', ...browser }
  const terminal = parleyAtTerminal(['share', 'page', 'abc'], where)
  expect(await terminal.exit).toBe(0)
  const shown = terminal.lines().join('\n')
  expect(shown.replace(/\s+/g, ' ')).toContain('No QR code: only this machine can open 127.0.0.1.')
  expect(shown).not.toMatch(/[█▀▄]/)
})
