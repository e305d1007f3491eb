import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { readingTime } from '../../src/cli/memories/graph-view.js'
import { executablePath } from '../support/browser/chromium.js'
import { parley, scratchFolder } from '../support/commands/cli.js'
import { graphService, HOSTILE, SAMPLE_GRAPH } from '../support/memories/memory-graph.js'

const ID = '11111111-1111-4111-8111-111111111111'
const BEHIND = 'The graph is being updated; this version is slightly out of date.'

async function graph(...args: string[]) {
  const { baseUrl, requests } = await graphService()
  const cwd = scratchFolder()
  const answer = await parley(['memories', 'graph', ID, 'ada', ...args, '--base-url', baseUrl], { cwd })
  return { ...answer, cwd, paths: requests.map(({ url }) => url.replace(/^.*\/memories/, '')) }
}

test('the terminal shows topics, memories, whom and what they mention, and relations in eighty columns', async () => {
  const { stdout, stderr, exitCode, paths } = await graph()
  expect({ stderr, exitCode, paths }).toEqual({
    stderr: BEHIND,
    exitCode: 0,
    paths: ['/graph?includeEntities=true'],
  })
  expect(stdout.split('\n')).toEqual([
    'ada (4 memories)',
    '├─ Home & family (2)',
    '│  ├─ Lives in Lyon [fact]',
    '│  │  └─ Lyon (place)',
    '│  └─ Her sister Vera lives in Paris and keeps eleven bees that … [relationship]',
    '│     └─ Vera (person), Paris (place)',
    '├─ Food (1)',
    '│  └─ 灯台の守り人が淹れるお茶が毎晩のように好きで、雨の日には二杯… [preference]',
    '├─ Said </script><img src=x onerror=alert(1)> "\\" \\u001b[2J and <!-- le… [event]',
    '└─ People, places, things (3)',
    '   ├─ Lyon (place)',
    '   ├─ Vera (person)',
    '   │  └─ lives in → Paris',
    '   └─ Paris (place)',
  ])
})

test('--full shows whole texts; --no-entities and --self ask for less and for more', async () => {
  const { stdout, paths } = await graph('--full', '--no-entities', '--self')
  expect(stdout).toContain(
    [
      '│  └─ Her sister Vera lives in Paris and keeps eleven bees that she names after',
      '│     winds [relationship]',
    ].join('\n'),
  )
  expect(paths[0]).toBe('/graph?includeEntities=false&includeCharacterMemories=true')
})

test('--json is the graph exactly as the service tells it', async () => {
  const { stdout, stderr } = await graph('--json')
  expect([JSON.parse(stdout), stderr]).toEqual([SAMPLE_GRAPH, ''])
})

test('--dot is a graph of quoted strings that no text ends', async () => {
  const { stdout } = await graph('--dot')
  const lines = stdout.split('\n')
  expect([lines[0], lines.at(-1)]).toEqual(['digraph memories {', '}'])
  expect(stdout).toContain('  "e2" -> "e3" [label="lives in"]')
  expect(stdout).toContain('  "m1" -> "e1" [style=dotted]')
  expect(lines.slice(4, -1).filter((line) => !STATEMENT.test(line))).toEqual([])
  expect(lines).toHaveLength(4 + SAMPLE_GRAPH.nodes.length + SAMPLE_GRAPH.edges.length + 1)
  expect(stdout).not.toContain('\u001b')
})
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
const STATEMENT = new RegExp(
  `^  ${QUOTED}(?: -> ${QUOTED})?(?: \\[\\w+=(?:${QUOTED}|\\w+)(?:, \\w+=(?:${QUOTED}|\\w+))*\\])$`,
)

/** Everything by which a page could ask for something elsewhere. */
const OUTSIDE = /(?:src|href|action|poster|data)\s*=\s*["'](?!data:)|@import|url\(\s*["']?(?!data:)/i

test('a page was read no earlier than its newest memory, also where the clock of the service is ahead', () => {
  const now = new Date('2030-05-01T00:00:00.000Z')
  const of = (...times: string[]) =>
    readingTime(
      times.map((createdAt) => ({ createdAt })),
      now,
    )
  expect(of()).toBe('2030-05-01T00:00:00.000Z')
  expect(of('2030-04-01T00:00:00.000Z', 'unreadable')).toBe('2030-05-01T00:00:00.000Z')
  expect(of('2030-08-01T00:00:00.000Z', '2030-04-01T00:00:00.000Z')).toBe('2030-08-01T00:00:00.000Z')
})

test('--html writes one page that asks nobody for anything and runs nothing but its own script', async () => {
  const { cwd, stdout, exitCode } = await graph('--html', 'ada.html')
  expect([stdout, exitCode]).toEqual(['Wrote ada.html', 0])
  const page = await readFile(join(cwd, 'ada.html'), 'utf8')
  const markup = page.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  expect(markup).not.toMatch(OUTSIDE)
  expect(markup).not.toContain('onerror')

  const inside = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, text = '']) => text)
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const [script = ''] = inside(/<script type="module">([\s\S]*?)<\/script>/g)
  const [style = ''] = inside(/<style\b[^>]*>([\s\S]*?)<\/style>/g)
  const [data = ''] = inside(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/g)
  expect(inside(/Content-Security-Policy" content="([^"]*)"/g)).toEqual([
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
  ])
  expect(JSON.parse(data)).toMatchObject({
    character: 'Mira <b>',
    player: 'ada',
    graph: SAMPLE_GRAPH,
    memories: [{ id: 'm1' }, { id: 'm2' }, { id: 'm3' }, { id: 'm4', content: HOSTILE }],
  })
  expect(page).toContain('Alexis Jacomy, Guillaume Plique')
})

test('a page has what fades, which is asked for with the ID token of the account', async () => {
  const turn = { memoryId: 'm2', turn: 'decayed', turnsAt: '2030-02-01T00:00:00.000Z' }
  const told = { ...turn, decaysAt: turn.turnsAt, stability: 1, content: 'not needed twice' }
  const { baseUrl, requests } = await graphService([told])
  const cwd = scratchFolder()
  const words = ['memories', 'graph', ID, 'ada', '--html', 'ada.html', '--base-url', baseUrl]
  expect((await parley(words, { cwd })).exitCode).toBe(0)
  const dataOf = async () => {
    const page = await readFile(join(cwd, 'ada.html'), 'utf8')
    return JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '')
  }
  expect((await dataOf()).fading).toEqual([{ ...turn, decaysAt: turn.turnsAt }])
  const asked = requests.filter(({ url }) => url.includes('/fading'))
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-of-the-account'])
  // Of a service that has no such route the page is made all the same.
  const other = await graphService()
  await parley([...words.slice(0, -1), other.baseUrl, '--force'], { cwd })
  expect((await dataOf()).fading).toBeNull()
})

test('a file that is there is not overwritten without --force', async () => {
  const { baseUrl } = await graphService()
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'ada.html'), 'mine')
  const words = ['memories', 'graph', ID, 'ada', '--html', 'ada.html', '--base-url', baseUrl]
  expect(await parley(words, { cwd })).toEqual({
    stdout: '',
    stderr:
      'Error: The file ada.html already exists\nOverwrite it with --force, or choose another with --html.',
    exitCode: 1,
  })
  expect(await readFile(join(cwd, 'ada.html'), 'utf8')).toBe('mine')
  const forced = await parley([...words, '--force', '--json'], { cwd })
  expect(JSON.parse(forced.stdout)).toEqual({ file: 'ada.html' })
})

test('a folder that is not there, and two forms at once, are refused', async () => {
  expect(await graph('--html', 'nowhere/ada.html')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Cannot write nowhere/ada.html'),
  })
  expect(await graph('--html', 'ada.html', '--dot')).toMatchObject({ exitCode: 2 })
})

/** The page as a browser has it once the expression `isShown` is true in it; the browser had nothing to say against it. */
async function inBrowser(folder: string, page: string, isShown: string) {
  const file = join(folder, 'shown.html')
  await writeFile(file, page)
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  onTestFinished(() => browser.close())
  const tab = await browser.newPage()
  const said: string[] = []
  tab.on('console', (message) => said.push(message.text()))
  tab.on('pageerror', (error) => said.push(`Uncaught ${error.message}`))
  await tab.goto(`file://${file}`)
  await tab.waitForFunction(isShown, undefined, { timeout: HANGS_MS })
  expect(said.join('\n')).not.toMatch(/Content.Security.Policy|Uncaught/)
  return await tab.content()
}

/** What hangs is ended after this. */
const HANGS_MS = 300_000

test.skipIf(executablePath === undefined)('a browser shows the page, and runs no text in it', async () => {
  const { cwd } = await graph('--html', 'ada.html')
  const page = await readFile(join(cwd, 'ada.html'), 'utf8')
  const shown = await inBrowser(cwd, page, "'ready' in document.documentElement.dataset")
  expect(shown).toContain('What Mira &lt;b&gt; remembers of ada</h1>')
  expect(shown).toContain('4 memories<span> in 2 topics: 1 long-term, 4 of the last 7 days</span> · as of ')
  expect(shown).toMatch(/role="treeitem" aria-level="1"[^>]*>Home &amp; family</)
  expect(shown).toMatch(/role="treeitem" aria-level="2"[^>]*>Her sister [^<]* names after winds</)
  expect(shown).toContain('Said &lt;/script&gt;&lt;img src=x')
  expect(shown).not.toContain('<img')
  expect(shown).toContain('<canvas')
})

/** What a person does with the keyboard alone; it ends on the first hit of the search. */
const PERSON = `
  // The list is made when the picture is on the screen.
  while (!('ready' in document.documentElement.dataset)) await new Promise(requestAnimationFrame)
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const say = (id) => document.body.dataset[id] = document.activeElement?.textContent || document.activeElement?.id
  press(document.body, '/')
  say('afterSlash')
  const query = document.getElementById('query')
  query.value = 'LYÓN'
  query.dispatchEvent(new Event('input', { bubbles: true }))
  document.body.dataset.found = document.getElementById('found').textContent
  document.body.dataset.listed = [...document.querySelectorAll('nav li > button')].filter((one) => one.offsetParent).map((one) => one.textContent).join('; ')
  press(query, 'Enter')
  press(query, 'Enter')
  const first = document.querySelector('nav .cluster button')
  first.focus()
  press(first, 'ArrowDown')
  say('afterDown')`

test.skipIf(executablePath === undefined)(
  'search, list and details of the page are used by keyboard',
  async () => {
    const { cwd } = await graph('--html', 'ada.html')
    const page = await readFile(join(cwd, 'ada.html'), 'utf8')
    const driven = page
      .replace(/<meta http-equiv[^>]*>/, '')
      .replace('</body>', () => `<script type="module">${PERSON}</script></body>`)
    const shown = await inBrowser(cwd, driven, "'afterDown' in document.body.dataset")
    const said = (name: string) => new RegExp(` data-${name}="([^"]*)"`).exec(shown)?.[1]
    expect(said('after-slash')).toBe('query')
    expect(said('found')).toBe('1 memory, 1 place')
    expect(said('listed')).toBe(
      'People, places, things (1 of 3); Lyon1 memory; Home &amp; family (1 of 2); Lives in Lyon2030-01-02 03:04:05.678, importance 0.5, long-term',
    )
    expect(said('after-down')).toBe('Lives in Lyon2030-01-02 03:04:05.678, importance 0.5, long-term')
    const details = /<aside[^>]*>([\s\S]*?)<\/aside>/.exec(shown)?.[1]
    expect(details).toContain('<h2>Lives in Lyon</h2>')
    expect(details).toContain('<blockquote>I live in Lyon now.</blockquote>')
    expect(details).toContain('<dt>Kept</dt><dd>long-term</dd>')
    expect(details).toContain('<dt>Remembered</dt><dd>2030-01-02 03:04:05 UTC</dd>')
    expect(details).toContain('<dt>What it is</dt><dd>a fact</dd>')
    expect(details).toMatch(/<dt>Importance, 0 to 1<\/dt><dd><span>0\.5 </)
    expect(details).toContain('<dt>Recalled</dt><dd>2 times</dd>')
    expect(details).toContain('Lyon</button><small><span>place</span></small>')
    expect(shown).toMatch(/<button type="button" role="treeitem"[^>]* aria-current="true">Lives in Lyon</)
  },
)
