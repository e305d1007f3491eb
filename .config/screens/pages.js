// The pages that `npm run screens` shows, with what each needs.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PEOPLE = [
  'Her sister Vera',
  'Tom',
  'Her mother',
  'The neighbour Jonas',
  'Aunt Lucia',
  'Her friend Mina',
]
const DEEDS = [
  'keeps eleven bees',
  'works the night shift at the harbour hospital',
  'prefers tea to coffee',
  'plays the cello on Sundays',
  'moved from Lyon to Paris',
  'wants to learn to sail before the summer',
  'has a black cat called Pixel',
  'lost the key to the lighthouse',
  'is allergic to hazelnuts',
  'loves old maps',
]
const TYPES = ['fact', 'preference', 'relationship', 'event', 'emotional_state']

const APPEARANCE = 'A woman with grey hair in a bun, a blue raincoat, a yellow scarf and black boots'
const GREETING = 'Welcome to the lighthouse! Mind the third step, it is wet.'
const QUESTIONS = ['Good evening. Who are you?', 'How many steps has the tower?']
const TALK = `title: First visit
messages:
  - Good evening. Is the lamp lit?
  - How many steps has the tower?
`
const GRUMPY = 'personality: Grumpy and short of words, but never unkind.\n'
const RUSH = `character: CHARACTER
load: { players: 5, every: 1s }
duration: 12s
warmup: 2s
steps:
  - text: [Hello!, Who are you?]
  - think: 100ms..300ms
thresholds: [turn.first_text.p95<1, turn.lost.count<=0]
`

/** Makes what the pages show and returns their addresses: of the server, or of files in `folder`. */
export async function makePages({ ready, parley, folder }) {
  const file = (name) => join(folder, name)
  const { characters } = await (await ask(ready, 'GET', '/api/v1/characters')).json()
  const [{ id }] = characters
  for (const [index, person] of PEOPLE.entries()) {
    for (const [at, deed] of DEEDS.entries()) {
      await ask(ready, 'POST', `/api/v1/characters/${id}/players/ada/memories`, {
        content: `${person} ${deed}`,
        memoryType: TYPES[(index + at) % TYPES.length],
        importance: 0.2 + 0.8 * ((index * 0.382 + at * 0.618) % 1),
        memoryLayer: (index + at) % 4 === 0 ? 'ltm' : 'stm',
      })
    }
  }
  await parley('memories', 'graph', id, 'ada', '--html', file('graph.html'))
  await ask(ready, 'PUT', `/api/v1/characters/${id}`, { appearance: APPEARANCE, text_only: false })
  await parley('model', 'generate', id, '--rigged')
  await parley('model', 'status', id, '--wait')
  await parley('model', 'view', id, '--say', GREETING, '--html', file('model.html'))
  await writeFile(file('talk.yaml'), TALK)
  await writeFile(file('grumpy.yaml'), GRUMPY)
  await parley(
    'chat',
    id,
    '--against',
    // By a bare name: the page shows it, and a picture is not to show a temporary folder.
    'grumpy.yaml',
    '--script',
    file('talk.yaml'),
    '--html',
    file('talk.html'),
  )
  await writeFile(file('rush.yaml'), RUSH.replace('CHARACTER', id))
  // Its thresholds are not met on any machine: the picture shows what a run that failed begins with.
  await parley('loadtest', 'rush.yaml', '--html', 'rush.html').catch(() => undefined)
  const { shareUrl } = await (
    await ask(ready, 'POST', '/api/v1/share', { characterId: id, permanent: true })
  ).json()
  return [
    {
      name: 'share',
      address: shareUrl,
      prepare: (page) => page.getByRole('button', { name: 'Start the conversation' }).waitFor(),
    },
    { name: 'share-conversation', address: shareUrl, prepare: converse },
    {
      name: 'memory-graph',
      address: file('graph.html'),
      prepare: (page) => page.locator('html[data-ready]').waitFor(),
    },
    {
      name: 'model-view',
      address: file('model.html'),
      prepare: (page) => page.locator('body[data-state]').waitFor(),
    },
    {
      name: 'comparison',
      address: file('talk.html'),
      prepare: (page) => page.locator('#talk article').first().waitFor(),
    },
    {
      name: 'load-test',
      address: file('rush.html'),
      prepare: (page) => page.locator('.uplot').first().waitFor(),
    },
    {
      name: 'api-reference',
      address: `${ready.baseUrl}/docs#createMemory`,
      prepare: (page) => page.locator('#createMemory').waitFor(),
    },
    { name: 'migration-guide', address: `${ready.baseUrl}/docs/migration`, prepare: async () => {} },
  ]
}

/** Says two things, and waits for the answers and for the figure. */
async function converse(page) {
  await page.getByRole('button', { name: 'Start the conversation' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  for (const [said, text] of QUESTIONS.entries()) {
    await page.getByRole('textbox').fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy' }).nth(said).waitFor()
  }
  await page.locator('canvas[aria-busy=false]').waitFor()
  // The greeting of the figure is over.
  await page.locator('canvas[data-clip=idle]').waitFor()
}

async function ask({ baseUrl, apiKey }, method, path, body) {
  // biome-ignore lint/style/noRestrictedGlobals: it asks our own server, in a process of the build.
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      'X-API-Key': apiKey,
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status}: ${await response.text()}`)
  return response
}
