import { expect, test } from 'vitest'
import { rest, startTestServer } from '../support/server.js'
import { parleyAtTerminal } from '../support/terminal.js'

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
