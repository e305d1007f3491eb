import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import {
  environmentOf,
  runAgainst,
  startKnowledgeServer,
  startLibrary,
} from '../support/servers/knowledge-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await startKnowledgeServer()
})
afterAll(() => server.stop())

const CTRL_C = '\u0003'

/** A batch at a terminal, of which one item waits for the library to release its document. */
async function submitAtTerminal(env: Record<string, string> = {}, items = 1) {
  const library = await startLibrary()
  const cwd = scratchFolder()
  const requests = [
    { customId: 'mira', documents: [library.urlOf('letter.pdf'), library.urlOf('held-1.pdf')] },
    ...Array.from({ length: items }, (_, index) => ({ customId: `otto${index}` })),
  ]
  await writeFile(join(cwd, 'cast.json'), JSON.stringify(requests))
  const terminal = parleyAtTerminal(
    ['batch', 'submit', 'cast.json', '--wait', '--poll-interval', '50ms', '--idempotency-key', ''],
    { ...environmentOf(server), ...env },
    { cwd },
  )
  return { library, terminal, cwd }
}

test('each item is a row that changes in place; at the end there is the result alone', async () => {
  const { library, terminal } = await submitAtTerminal()
  await terminal.shows(/mira: 1 of 2 documents, fetching held-1\.pdf/)
  await terminal.shows(/✔ otto0: succeeded/)
  expect(terminal.lines().filter((line) => line.includes('mira'))).toHaveLength(1)
  library.release()
  expect(await terminal.exit).toBe(0)
  const shown = terminal.lines().join('\n')
  expect(shown).toContain('documents   2 ready')
  expect(shown).not.toContain('fetching')
  expect(terminal.lines().every((line) => line.length <= 80)).toBe(true)
})

test('more items than the terminal has lines share one row', async () => {
  const { library, terminal } = await submitAtTerminal({}, 60)
  await terminal.shows(/60 of 61 items, 1 of 2 documents, fetching held-1\.pdf/)
  library.release()
  expect(await terminal.exit).toBe(0)
})

test('where CI is set there are lines in place of rows, without colours', async () => {
  const { library, terminal } = await submitAtTerminal({ CI: '1' })
  await terminal.shows('mira: letter.pdf: ready')
  library.release()
  expect(await terminal.exit).toBe(0)
  expect(terminal.lines().join('\n')).toContain('mira: held-1.pdf: ready')
})

test('Ctrl-C leaves the batch running and says how to come back; that goes on to the end', async () => {
  const { library, terminal, cwd } = await submitAtTerminal()
  await terminal.shows(/1 of 2 documents/)
  terminal.type(CTRL_C)
  expect(await terminal.exit).toBe(130)
  const shown = terminal.lines().join('\n')
  expect(shown).toContain('Stopped waiting; the batch goes on.')
  const [, id] = /Come back to it with `parley batch watch (cb_\w+)`\./.exec(shown) ?? []
  library.release()
  const watched = await runAgainst(server, ['batch', 'watch', String(id), '--poll-interval', '20ms'], cwd)
  expect(watched.exitCode).toBe(0)
  expect(watched.stdout).toContain('documents   2 ready')
})
