import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { environmentOf } from '../support/servers/knowledge-server.js'
import { rest, startTestServer } from '../support/servers/test-server.js'

const EVIL = '\u001b[2J\u202e'

async function givenChat(columns: number) {
  const server = await startTestServer({ limits: 'off' })
  await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Mira', tagline: 'Keeper of the lamp.', background: `The lamp ${EVIL} is red.` },
  })
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'grumpy.yaml'), 'persona: { tagline: "Keeper of the inn." }\n')
  await writeFile(join(cwd, 'broken.yaml'), '- a\n')
  await writeFile(join(cwd, 'typo.yaml'), 'persona: { personalty: Grumpy }\n')
  const env = { ...environmentOf(server), NO_COLOR: '1' }
  const terminal = parleyAtTerminal(['chat', 'Mira', '--player-id', 'ada'], env, {
    cwd,
    cols: columns,
    rows: 60,
  })
  const does = async (typed: string, shows: string | RegExp) => {
    terminal.type(typed)
    await terminal.shows(shows)
    await terminal.shows(/\nyou> *\n\[connected[^\n]*$/)
  }
  await terminal.shows(/you> *\n\[connected/)
  return { terminal, does }
}

test('/why and /prompt explain the last reply, and /retry asks its prompt again', async () => {
  const { terminal, does } = await givenChat(80)
  await does('/why\r', '\\(No turn of these\\)')
  await does('Who are you?\r', /Mira: .*Mira/)
  await does(
    '/why\r',
    /PROMPT\n {2}persona +\d+ {2}name, tagline, background, llm_verbosity, verbose\n[\s\S]*MEMORIES\n {2}\(none\)[\s\S]*TIME\n {2}context .*█[\s\S]*REMEMBERED\n/,
  )
  await does(
    '/prompt\r',
    /PERSONA {2}\d+ tokens\nYou are Mira, Keeper of the lamp\.[\s\S]*The lamp \\u001b\[2J\\u202e is red\./,
  )
  await does(
    '/retry --persona grumpy.yaml --model stub\r',
    /Mira \[stub: stub, persona of grumpy\.yaml\]: I am Mira, keeper of the inn\.\n\(Not stored: the conversation/,
  )
  await does('/why\r', /\n {2}\(nothing: a retry is not stored\)/)
  // It is the turn itself that is asked again, not the retry: the persona is the character's own.
  await does('/retry --model stub\r', /Mira \[stub: stub\]: .*keeper of the lamp\./)
  await does(
    '/retry --model nowhere:m\r',
    /\(There is no provider nowhere at this server\)\n\(There are default, stub\.\)/,
  )
  await does('/retry --model\r', '\\(The command was not understood\\)')
  await does('/retry --modle x\r', '\\(/retry \\[--model PROVIDER\\[:MODEL\\]\\] \\[--persona FILE\\]\\)')
  await does('/retry --model http://127.0.0.1:1/v1#m\r', /names a provider of the server, not an address/)
  await does('/retry --persona typo.yaml\r', /typo\.yaml has invalid fields/)
  await does('/retry --persona broken.yaml\r', /broken\.yaml/)
  await does('/retry --persona nothing.yaml\r', /Cannot read the file nothing\.yaml/)
  await does('/retry\r', /you> \/retry\nMira: /)
  expect(terminal.sent()).not.toContain(EVIL)
  terminal.type('/quit\r')
  expect(await terminal.exit).toBe(0)
})

test('on a narrow terminal nothing but ids is wider than it', async () => {
  const { terminal, does } = await givenChat(40)
  await does('Who are you?\r', /Mira: /)
  await does('/why\r', /REMEMBERED\n/)
  const begin = terminal.lines().findIndex((line) => line.startsWith('PROMPT'))
  const shown = terminal.lines().slice(begin)
  expect(shown.filter((line) => line.length > 40)).toEqual([])
  expect(shown.join('\n')).toMatch(/persona +\d+ {2}name, tagline,\n +background,/)
  terminal.type('/quit\r')
  expect(await terminal.exit).toBe(0)
})
