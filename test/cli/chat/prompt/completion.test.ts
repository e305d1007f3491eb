import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeChat } from '../../../../src/cli/chat/prompt/completion.js'
import { lineWithText } from '../../../../src/cli/line-editor/line.js'
import { completeLine } from '../../../../src/cli/line-editor/line-input.js'
import { createClient } from '../../../../src/client/create-client.js'
import { scratchFolder } from '../../../support/commands/cli.js'
import { fakeRest } from '../../../support/providers/fake-service.js'

const ID = '11111111-1111-4111-8111-111111111111'

/** The line after Tab, and what is offered. */
async function tab(text: string, baseUrl = 'http://127.0.0.1:1') {
  const asked = { client: createClient({ baseUrl, timeoutMs: 1000 }), characterId: ID }
  const { line, choices } = completeLine(lineWithText(text), await completeChat(asked, text))
  return [line.text, ...choices]
}

test.each([
  ['/fa', ['/facts ']],
  ['/s', ['/sa']],
  ['/sa', ['/sa', '/say', '/save']],
  ['/nothing', ['/nothing']],
  ['hello', ['hello']],
  ['', ['']],
  ['/say fa', ['/say fa']],
  ['/image /nowhere/x', ['/image /nowhere/x']],
])('after %j Tab gives %j', async (text, expected) => {
  expect(await tab(text)).toEqual(expected)
})

test('files are completed as they are typed, folders so that they go on', async () => {
  const folder = scratchFolder()
  await mkdir(join(folder, 'pictures of 灯'))
  await writeFile(join(folder, 'pictures of 灯', 'one.png'), '')
  await writeFile(join(folder, '.hidden'), '')
  expect(await tab(`/image ${folder}/pi`)).toEqual([`/image ${folder}/pictures\\ of\\ 灯/`])
  expect(await tab(`/image ${folder}/pictures\\ of\\ 灯/`)).toEqual([
    `/image ${folder}/pictures\\ of\\ 灯/one.png `,
  ])
  expect(await tab(`/save ${folder}/.`)).toEqual([`/save ${folder}/.hidden `])
})

test('players are those of the character; without any, or without leave to know them, nothing happens', async () => {
  const players = ['ada', 'adam', 'bo']
  const { baseUrl, requests } = await fakeRest(({ url }) =>
    url.includes('playerSearch=x')
      ? { status: 403, body: { detail: 'insufficient_scope' } }
      : {
          body: { conversations: players.map((playerId) => ({ playerId })), total: 3, limit: 100, offset: 0 },
        },
  )
  expect(await tab('/player a', baseUrl)).toEqual(['/player ada'])
  expect(await tab('/player ada', baseUrl)).toEqual(['/player ada', 'ada', 'adam'])
  expect(await tab('/player x', baseUrl)).toEqual(['/player x'])
  expect(requests[0]?.url).toContain(`/characters/${ID}/players?limit=100&playerSearch=a`)
})
