import { expect, test } from 'vitest'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { rest, startTestServer, temporaryFolder } from '../support/servers/test-server.js'

const LOST = '\\(connection lost; reconnecting …\\)'

/** A server with a character that can be stopped and started again at the same address. */
async function serverToRestart() {
  const dataDir = await temporaryFolder()
  const first = await startTestServer({ dataDir })
  const { body } = await rest(first, 'POST', '/api/v1/characters', {})
  const { baseUrl, apiKey } = first.ready
  const args = ['chat', String((body as { id: string }).id), '--base-url', baseUrl, '--api-key', apiKey]
  const port = Number(new URL(baseUrl).port)
  return { args, stop: () => first.stop(), start: () => startTestServer({ dataDir, port }) }
}

async function goesOn(cols: number): Promise<void> {
  const { args, stop, start } = await serverToRestart()
  const terminal = parleyAtTerminal(args, {}, { cols })
  await terminal.shows(/you> *\n\[connected/)
  terminal.type('My name is Grace\r')
  await terminal.shows(/Character: [\s\S]*\nyou> *\n\[connected/)
  terminal.type('what is my')
  await terminal.shows('you> what is my')
  await stop()
  await terminal.shows(`${LOST}\nyou> what is my *\n\\[reconnecting`)
  await start()
  await terminal.shows(/\(connected again\)\nyou> what is my *\n\[connected/)
  expect(terminal.lines().join('\n')).not.toContain('connection lost')
  terminal.type(' name?\r')
  await terminal.shows(/you> what is my name\?\nNew Character: [\s\S]*\nyou> *\n\[connected/)
  terminal.type('\u0004')
  expect(await terminal.exit).toBe(0)
}

async function sendsLater(): Promise<void> {
  const { args, stop, start } = await serverToRestart()
  const terminal = parleyAtTerminal(args)
  await terminal.shows(/you> *\n\[connected/)
  await stop()
  await terminal.shows(`${LOST}\nyou>`)
  terminal.type('are you there?\r')
  await terminal.shows(/you> are you there\?\n\(connection lost; this is sent after/)
  await start()
  await terminal.shows(
    /you> are you there\?\n\(connected again\)\nNew Character: [\s\S]*\nyou> *\n\[connected/,
  )
}

async function takesBack(): Promise<void> {
  const { args, stop } = await serverToRestart()
  const terminal = parleyAtTerminal(args)
  await terminal.shows(/you> *\n\[connected/)
  await stop()
  await terminal.shows(`${LOST}\nyou>`)
  terminal.type('are you there?\r')
  await terminal.shows('Ctrl-C takes it back')
  terminal.type('\u0003')
  await terminal.shows(`\\(Not sent; the up arrow brings it back.\\)\n${LOST}\nyou> *\n`)
  terminal.type('\u001b[A')
  await terminal.shows('you> are you there\\? *\n\\[')
  terminal.type('\u0003')
  await terminal.shows(`${LOST}\nyou> *\n\\[`)
  terminal.type('\u0003')
  await terminal.shows(/\(Press Ctrl-C again to leave\.\)\nyou> *\n\[/)
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(130)
}

test('a restart of the server does not end a chat, nor lose what is typed meanwhile', () =>
  runConcurrently([
    ['the chat goes on (80 columns)', () => goesOn(80)],
    ['the chat goes on (40 columns)', () => goesOn(40)],
    ['a message that is typed while the server is gone is sent after the restart', sendsLater],
    ['Ctrl-C takes a message back that waits for the reconnection; two more leave with 130', takesBack],
  ]))
