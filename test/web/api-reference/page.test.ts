import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { useReferencePage } from '../../support/browser/reference-page.js'
import { overflowOf, problemsOf, visitPage } from '../../support/browser/share-page.js'
import { createTestServer, rest } from '../../support/servers/test-server.js'

const { browser, server, open } = useReferencePage()

const ALWAYS = ['start', 'memories', 'socket-server']

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('an operation is tried with the key of the address, which keeps no key', async () => {
  const { page, strays } = await open('createCharacter')
  expect(page.url()).toBe(`${server().ready.baseUrl}/docs#createCharacter`)
  const operation = page.locator('#createCharacter')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.locator('output').getByText(/^201 /).waitFor()
  expect(await operation.locator('output pre').textContent()).toContain('"name": "Mira"')
  const command = operation.getByLabel('Command for createCharacter', { exact: true })
  expect(await command.textContent()).toContain("-H 'X-API-Key: ••••••••'")
  await operation.getByRole('button', { name: 'Show key' }).click()
  expect(await command.textContent()).toContain(server().ready.apiKey)
  expect(strays).toEqual([])
})

inBrowser('operations and events are found by their words', async () => {
  const { page, strays } = await open('characters')
  await page.keyboard.press('/')
  await page.keyboard.type('bot_resp')
  // The event `text` mentions it, and comes first in the list.
  await page.keyboard.press('Enter')
  await page.locator('#server_bot_response').waitFor()
  expect(await page.locator('main > h2').textContent()).toBe('Socket: from the server')
  expect(await page.locator('#server_bot_response pre').textContent()).toContain('"text"')
  expect(strays).toEqual([])
})

inBrowser(
  'what is called as searched comes first, and the arrow keys lead through what was found',
  async () => {
    const { page, strays } = await open('characters')
    await page.keyboard.press('/')
    await page.keyboard.type('bot_response')
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("href") ?? "#query"')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('#server_bot_response')
    await page.keyboard.press('ArrowDown')
    const second = await focused()
    expect(second).not.toBe('#server_bot_response')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('#server_bot_response')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('#query')
    await page.keyboard.press('Enter')
    await page.locator('#server_bot_response').waitFor()
    const fields = page.locator('#server_bot_response .fields dd')
    for (const text of await fields.allTextContents()) expect(text).not.toBe('')
    expect(strays).toEqual([])
  },
)

inBrowser('the first page says how to begin, with the key and a character that is there', async () => {
  const { ready } = server()
  const { body } = await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const { page, go, strays } = await visitPage(browser(), `${ready.baseUrl}/docs#key=${ready.apiKey}`)
  await go()
  await page.locator('main > h2#start').waitFor()
  const program = page.getByLabel('Program that talks to a character', { exact: true })
  await expect.poll(() => program.textContent()).toContain((body as { id: string }).id)
  expect(await program.textContent()).not.toContain(ready.apiKey)
  await page.getByRole('button', { name: 'Show key' }).last().click()
  expect(await program.textContent()).toContain(ready.apiKey)
  expect(strays).toEqual([])
})

inBrowser('what has few values is chosen, and written into the body', async () => {
  const { page } = await open('createMemory')
  const memory = page.locator('#createMemory')
  await memory.getByLabel('memoryType').selectOption('preference')
  await memory.getByLabel('memoryLayer').selectOption('ltm')
  const body = memory.getByLabel('Body')
  expect(JSON.parse(await body.inputValue())).toMatchObject({ memoryType: 'preference', memoryLayer: 'ltm' })
  await memory.getByLabel('memoryLayer').selectOption('(left out)')
  expect(JSON.parse(await body.inputValue())).not.toHaveProperty('memoryLayer')
  await page.evaluate(`location.hash = 'deleteAllMemories'`)
  const erase = page.locator('#deleteAllMemories')
  expect(await erase.getByLabel('confirm').locator('option').allTextContents()).toEqual(
    expect.arrayContaining(['true', 'false']),
  )
})

inBrowser('what is not worth sending is said at its field, and nothing is sent', async () => {
  const { page } = await open('createMemory')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const memory = page.locator('#createMemory')
  const body = memory.getByLabel('Body')
  await body.fill('{ "content": ')
  await memory.getByRole('button', { name: 'Send' }).click()
  await memory.locator('.fault').waitFor()
  expect(await body.getAttribute('aria-invalid')).toBe('true')
  await body.fill('{ "content": "bees" }')
  expect(await body.getAttribute('aria-invalid')).toBe('false')
  await page.evaluate(`location.hash = 'uploadAvatar'`)
  const upload = page.locator('#uploadAvatar')
  await upload.getByRole('button', { name: 'Send' }).click()
  expect(await upload.locator('.fault').textContent()).toContain('Choose a file')
  expect(sent).toEqual([])
})

inBrowser('commands are seen whole, and a chapter begins with its own words', async () => {
  const { page } = await open('createMemory')
  const wide = await page
    .locator('#createMemory pre')
    .evaluateAll((boxes) =>
      boxes.filter(({ parentElement: box }) => (box?.scrollWidth ?? 0) > (box?.clientWidth ?? 0)),
    )
  expect(wide).toEqual([])
  await page.evaluate(`location.hash = document.querySelector('main article').id`)
  const top = () => page.locator('main .lead').evaluate((lead) => lead.getBoundingClientRect().top)
  const main = await page.locator('main').boundingBox()
  await expect.poll(top).toBeGreaterThanOrEqual(main?.y ?? 0)
})

inBrowser('an emptied path field is not sent, and neither button nor command hides why', async () => {
  const { page } = await open('createMemory')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  const memory = page.locator('#createMemory')
  const player = memory.getByLabel('playerId')
  await player.fill('')
  await memory.getByRole('button', { name: 'Send' }).click()
  expect(await memory.locator('.try output').textContent()).toBe('Not sent: “playerId” is required and empty')
  expect(await player.getAttribute('aria-invalid')).toBe('true')
  expect(await memory.getByLabel('Command for createMemory', { exact: true }).textContent()).toContain(
    '/players/PLAYER_ID/memories',
  )
  await player.fill('ada')
  expect(await player.getAttribute('aria-invalid')).toBe('false')
  expect(await memory.getByLabel('Command for createMemory', { exact: true }).textContent()).toContain(
    '/players/ada/memories',
  )
  expect(sent).toEqual([])
})

inBrowser('the example of an answer to createMemory is what is answered to the example', async () => {
  await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const { page } = await open('createMemory')
  const memory = page.locator('#createMemory')
  // The id of the character has come.
  await expect.poll(() => memory.getByLabel('characterId').inputValue()).not.toBe('')
  await memory.getByRole('button', { name: 'Send' }).click()
  await memory.locator('.try output strong.good').waitFor()
  const read = async (label: string) => {
    const text = await memory.getByLabel(label, { exact: true }).textContent()
    const { id, userId, createdAt, ...rest } = JSON.parse(text ?? '') as Record<string, unknown>
    return rest
  }
  expect(await read('Answer 201 of createMemory')).toEqual(await read('What createMemory answered'))
})

inBrowser('without a key a request is sent only by a second press, after a warning', async () => {
  const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs#createCharacter`)
  await go()
  const character = page.locator('#createCharacter')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await character.getByRole('button', { name: 'Send' }).click()
  const answer = character.locator('.try output strong')
  expect(await answer.textContent()).toBe(
    'Not sent: it needs an API key (see “API key” at the top). Press again to see how the server refuses it.',
  )
  expect(await page.evaluate('document.activeElement.id')).toBe('apiKey')
  expect(sent).toEqual([])
  await character.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => answer.textContent()).toMatch(/^401 /)
})

inBrowser('the warning that a key is missing goes when the key is there', async () => {
  const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs#createMemory`)
  await go()
  const memory = page.locator('#createMemory')
  await memory.getByRole('button', { name: 'Send' }).click()
  await memory.getByText('Not sent: it needs an API key').waitFor()
  await page.keyboard.type(server().ready.apiKey)
  await memory.getByText('Not sent: it needs an API key').waitFor({ state: 'detached' })
})

inBrowser(
  'on a desk a request can be sent without scrolling, and by Ctrl and Enter in its fields',
  async () => {
    const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs#createCharacter`, {
      viewport: { width: 1440, height: 900 },
    })
    await go()
    await page.locator('#apiKey').fill(server().ready.apiKey)
    const create = page.locator('#createCharacter')
    const box = await create.getByRole('button', { name: 'Send' }).boundingBox()
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(900)
    await create.locator('textarea').first().press('Control+Enter')
    await expect.poll(() => create.locator('.try output strong').textContent()).toMatch(/^201 /)
  },
)

inBrowser.each([
  ['upload image', 'uploadAvatar'],
  ['add memory', 'createMemory'],
  ['rename character', 'updateCharacter'],
])('%s finds %s', async (words, id) => {
  const { page } = await open('characters')
  await page.getByRole('searchbox').fill(words)
  await page.locator(`nav a[href="#${id}"]`).waitFor()
})

inBrowser('the migration guide finds a path with ids in it, and shows no empty sections', async () => {
  const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`)
  await go()
  const rows = page.locator('tbody tr:visible td:first-child')
  for (const path of [
    '/api/agents/5f0c1d5e-6f0a-4d57-9a55-1f1d4c2b7a10/documents',
    'https://api.example.org/api/agents/5f0c1d5e/documents?limit=5',
    '/agents/5f0c1d5e/documents',
  ]) {
    await page.getByRole('searchbox').fill(path)
    await expect
      .poll(() => rows.allTextContents())
      .toEqual(expect.arrayContaining(['GET /api/agents/{characterId}/documents']))
    expect((await rows.allTextContents()).every((text) => text.endsWith('/documents'))).toBe(true)
  }
  expect(await page.locator('#routes-title').isVisible()).toBe(true)
  expect(await page.locator('#fields-title').isVisible()).toBe(false)
  // Also while a word is typed that begins like one of a line, what the text says of it stays.
  await page.getByRole('searchbox').fill('start')
  await expect.poll(() => rows.allTextContents()).not.toEqual([])
  await page.getByText('A session starts, talks and ends').waitFor()
})

inBrowser('the migration guide is searched as old code writes its paths', async () => {
  const { page, go, strays } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`)
  await go()
  expect(await page.locator('#call-now').innerText()).toContain(
    `'${server().ready.baseUrl}/api/v1/characters'`,
  )
  await page.keyboard.press('/')
  await page.keyboard.type('GET /api/agents/{id}/documents')
  const rows = page.locator('tbody tr:visible td:first-child')
  await expect.poll(() => rows.allTextContents()).toEqual(['GET /api/agents/{characterId}/documents'])
  expect(await page.getByRole('status').textContent()).toBe('1 line is found.')
  await page.getByRole('searchbox').fill('ttsSpeed')
  await expect.poll(() => rows.allTextContents()).toEqual(['ttsSpeed'])
  // The line is what is looked for: nothing stands above it, and Enter leads to it.
  expect(await page.locator('#example-title').isVisible()).toBe(false)
  await page.getByRole('searchbox').press('Enter')
  expect(await page.evaluate('document.activeElement.innerText')).toContain('tts.speed')
  expect(await page.evaluate(`CSS.highlights.get('searched').size`)).toBeGreaterThan(0)
  await page.getByRole('searchbox').fill('nothing like that')
  await expect.poll(() => rows.count()).toBe(0)
  expect(await page.getByRole('status').textContent()).toBe('Nothing is found.')
  expect(strays).toEqual([])
})

/** A server of its own with characters of these names, and the page at an operation, with the id of the first. */
async function openWith(names: readonly string[], hash: string) {
  const own = await createTestServer()
  onTestFinished(() => own.stop())
  const ids: string[] = []
  const create = async (name: string) => {
    const { body } = await rest(own, 'POST', '/api/v1/characters', { persona: { name, personality: 'Calm' } })
    ids.push((body as { id: string }).id)
  }
  for (const name of names) await create(name)
  const visit = await visitPage(browser(), `${own.ready.baseUrl}/docs#${own.ready.apiKey}`)
  await visit.go()
  await visit.page.locator('main > h2#start').waitFor()
  // The key alone is taken, too, and does not stay.
  expect(visit.page.url()).toBe(`${own.ready.baseUrl}/docs`)
  await visit.page.evaluate(`location.hash = '${hash}'`)
  await visit.page.locator(`#${hash}`).waitFor()
  const field = visit.page.locator(`#${hash}`).getByLabel('characterId')
  if (names.length > 0 && (await field.count()) > 0)
    await expect.poll(() => field.inputValue()).toBe(ids.at(-1))
  const questions: string[] = []
  visit.page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  return { ...visit, own, ids, create, questions }
}

inBrowser('a list changes no id that is there, and offers what it lists by name', async () => {
  const { page, ids, create } = await openWith(['Nell'], 'getCharacter')
  const get = page.locator('#getCharacter')
  expect(await get.locator('.named').innerText()).toBe('Nell')
  await create('Mira')
  const list = page.locator('#listCharacters')
  await list.getByRole('button', { name: 'Send' }).click()
  await list.locator('output').getByText(/^200 /).waitFor()
  expect(await list.locator('.aimed').innerText()).toBe('')
  expect(await get.getByLabel('characterId').inputValue()).toBe(ids[0])
  await list.getByRole('button', { name: 'Mira', exact: true }).click()
  expect(await get.getByLabel('characterId').inputValue()).toBe(ids[1])
  const known = get.getByLabel('Choose one that is known')
  expect(await known.locator('option').allTextContents()).toEqual(['Mira', 'Nell'])
  expect(await known.inputValue()).toBe(ids[1])
  await known.selectOption('Nell')
  expect(await get.getByLabel('characterId').inputValue()).toBe(ids[0])
})

inBrowser(
  'what was created is taken by all requests, which can be undone, and the focus stays there',
  async () => {
    const { page, ids } = await openWith(['Nell'], 'getCharacter')
    const create = page.locator('#createCharacter')
    await create.getByRole('button', { name: 'Send' }).click()
    await create.locator('output').getByText(/^201 /).waitFor()
    expect(await create.locator('.aimed').innerText()).toContain('characterId is now “Mira” in all requests')
    await create.getByRole('button', { name: 'Back to “Nell”' }).press('Enter')
    const id = page.locator('#getCharacter').getByLabel('characterId')
    expect(await id.inputValue()).toBe(ids[0])
    expect(await create.locator('.aimed').innerText()).toBe('')
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('aimed')
  },
)

inBrowser('what is deleted is asked for by name, and is in no field any more', async () => {
  const { page, ids, questions } = await openWith(['Nell'], 'getCharacter')
  const [id = ''] = ids
  const get = page.locator('#getCharacter').getByLabel('characterId')
  await get.fill('')
  await get.fill(id)
  const remove = page.locator('#deleteCharacter')
  await remove.getByRole('button', { name: 'Delete “Nell”' }).click()
  await remove.locator('output').getByText(/^200 /).waitFor()
  expect(questions).toEqual([
    `Really delete “Nell”?\n\nDeleted with it: its conversations and messages, its memories of all players, its documents, share links, encounters, picture and 3D model. Kept: what other characters remember of it; if it belongs to an organization, those outside that forget it, too. This cannot be undone.\n\nDELETE /api/v1/characters/${id}`,
  ])
  expect(await remove.locator('.aimed').innerText()).toContain('“Nell” is gone: characterId is empty')
  for (const one of ['getCharacter', 'updateCharacter', 'deleteCharacter'])
    expect(await page.locator(`#${one}`).getByLabel('characterId').inputValue()).toBe('')
})

inBrowser('a character that was neither made nor chosen here is changed only after a question', async () => {
  const { page, own, ids, questions } = await openWith(['Nell'], 'updateCharacter')
  const change = page.locator('#updateCharacter')
  expect(JSON.parse(await change.getByLabel('Body').inputValue())).toEqual({ verbose: true })
  const send = change.getByRole('button', { name: 'Send to “Nell”' })
  await send.click()
  await change.locator('output').getByText(/^200 /).waitFor()
  expect(questions).toEqual([expect.stringMatching(/^Change “Nell”, which was neither made nor chosen/)])
  const { body } = await rest(own, 'GET', `/api/v1/characters/${ids[0]}`)
  expect(body).toMatchObject({ name: 'Nell', personality: 'Calm', verbose: true })
  // Whoever was asked has chosen it; what is made here needs no question.
  await send.click()
  await page.locator('#createCharacter').getByRole('button', { name: 'Send' }).click()
  await change.getByRole('button', { name: 'Send to “Mira”' }).click()
  await expect.poll(() => change.locator('output pre').textContent()).toContain('"name": "Mira"')
  expect(questions).toHaveLength(1)
  expect(await change.getByText('what is left out stays as it is').count()).toBe(1)
})

inBrowser('who would be forgotten, and how much, is asked before all of it is erased', async () => {
  const { page, own, ids, questions } = await openWith(["O'Hara"], 'deleteAllMemories')
  const memories = `/api/v1/characters/${ids[0]}/players/ada/memories`
  for (const content of ['Likes tea', 'Keeps bees'])
    await rest(own, 'POST', memories, { content, memoryType: 'preference' })
  const erase = page.locator('#deleteAllMemories')
  // The server would refuse it: nothing is asked in vain.
  await erase.getByRole('button', { name: 'Erase all memories of “ada”' }).click()
  await erase.getByText('Not sent: Set “confirm” to true').waitFor()
  expect(questions).toEqual([])
  await erase.getByLabel('confirm').selectOption('true')
  await erase.getByRole('button', { name: 'Erase all memories of “ada”' }).click()
  await expect.poll(() => questions.length).toBe(1)
  expect(questions[0]).toContain("Erase all that “O'Hara” remembers of ada? These are 2 memories.")
})

inBrowser.each([
  ['temperature', 'createCharacter'],
  ['is_public', 'createCharacter'],
  ['429', 'refused'],
  ['422', 'createCharacter'],
  ['requiredScope', 'refused'],
  ['X-API-Key', 'authenticate'],
])('the search finds %s', async (words, id) => {
  const { page } = await open('memories')
  await page.getByRole('searchbox').fill(words)
  await page.locator(`nav li a[href="#${id}"]`).first().waitFor()
})

inBrowser('a field that was searched is opened and marked, and the focus goes to its operation', async () => {
  const { page } = await open('memories')
  await page.getByRole('searchbox').fill('temperature')
  await page.locator('nav li a[href="#createCharacter"]').first().click()
  const field = page.locator('#createCharacter .fields .found')
  await field.first().waitFor()
  expect(await field.first().innerText()).toBe('temperature')
  await expect
    .poll(() => page.evaluate(`document.activeElement.closest('article')?.id`))
    .toBe('createCharacter')
})

inBrowser.each([
  ['temperature', 'createCharacter', 1440, 900],
  ['temperature', 'createCharacter', 390, 844],
  ['temperature', 'getCharacter', 1440, 900],
  ['create memory 429', 'createMemory', 1440, 900],
  ['X-API-Key', 'authenticate', 390, 844],
])('%s is seen in %s, at %i by %i pixels', async (words, id, width, height) => {
  const { page } = await open('shares', { viewport: { width, height } })
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(words)
  await page.locator(`nav li a[href="#${id}"]`).first().click()
  const mark = page.locator('.found.first')
  await mark.waitFor()
  const isSeen = async () => {
    const top = ((await mark.boundingBox())?.y ?? -1) / height
    return top > 0.1 && top < 0.6
  }
  await expect.poll(isSeen).toBe(true)
  // Once more where the address stays.
  await page.evaluate(`(document.querySelector('main').scrollTop = 0, scrollTo(0, 0))`)
  await page.keyboard.press('/')
  await page.locator(`nav li a[href="#${id}"]`).first().click()
  await expect.poll(isSeen).toBe(true)
})

inBrowser('what takes a searched field comes before what only answers it', async () => {
  const { page } = await open('start')
  await page.getByRole('searchbox').fill('tts speed')
  const places = await page.locator('nav li .reason').allTextContents()
  const kinds = places.map((place) => place.split(':')[0])
  expect(kinds).toContain('answer')
  const [chapter = ''] = await page.locator('nav section').first().locator('.reason').allTextContents()
  expect(chapter).toMatch(/^body: tts/)
})

inBrowser('a command that is selected by hand is copied with the key', async () => {
  const { page } = await open('listCharacters')
  const copied = await page.evaluate<string>(`(() => {
    const text = document.querySelector('#listCharacters .try pre')
    getSelection().selectAllChildren(text)
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
    text.dispatchEvent(event)
    return event.clipboardData.getData('text/plain')
  })()`)
  expect(copied).toContain(`-H 'X-API-Key: ${server().ready.apiKey}'`)
})

inBrowser('from the heading the example is one stop of Tab and a press away', async () => {
  const { page } = await open('createCharacter')
  await page.locator('#createCharacter h3').evaluate((heading) => {
    heading.tabIndex = -1
    heading.focus()
  })
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.innerText')).toBe('To the example')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(`document.activeElement.closest('.try') !== null`)).toBe(true)
})

inBrowser('on a phone the status of an answer is seen', async () => {
  const { page } = await open('createCharacter', { viewport: { width: 390, height: 844 } })
  const send = page.locator('#createCharacter').getByRole('button', { name: 'Send' })
  await send.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await send.click()
  const status = page.locator('#createCharacter output strong')
  await page.locator('#createCharacter').locator('output').getByText(/^201 /).waitFor()
  await expect.poll(async () => (await status.boundingBox())?.y ?? -1).toBeGreaterThan(0)
  // What it says of ids, too, and the beginning of the answer.
  const answer = page.locator('#createCharacter output .example-text')
  for (const one of [status, page.locator('#createCharacter output .aimed'), answer])
    expect((await one.boundingBox())?.y).toBeLessThan(844)
})

inBrowser('an anchor that nothing has shows the first page', async () => {
  for (const hash of ['nothing-like-that', '%E0%A4%A']) {
    const { page, go, strays } = await visitPage(browser(), `${server().ready.baseUrl}/docs#${hash}`)
    await go()
    await page.locator('main > h2#start').waitFor()
    expect(strays).toEqual([])
  }
})

inBrowser.each(['/docs', '/docs/migration'])(
  'the key of the search can be switched off on %s',
  async (path) => {
    const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}${path}`)
    await go()
    const isFocused = () => page.evaluate<boolean>(`document.activeElement.id === 'query'`)
    await page.locator('#query').waitFor()
    await page.keyboard.press('/')
    await expect.poll(isFocused).toBe(true)
    await page.getByRole('checkbox', { name: /jumps to the search/ }).click()
    await page.keyboard.press('/')
    expect(await isFocused()).toBe(false)
    await page.reload()
    await page.locator('#query').waitFor()
    await page.keyboard.press('/')
    expect(await isFocused()).toBe(false)
  },
)

inBrowser('a command is copied, and what one request made the next one takes', async () => {
  const { page } = await open('createCharacter', { permissions: ['clipboard-read', 'clipboard-write'] })
  const create = page.locator('#createCharacter')
  await create.getByRole('button', { name: 'Send' }).click()
  await create.locator('output').getByText(/^201 /).waitFor()
  const answered = create.getByLabel('What createCharacter answered', { exact: true })
  const { id } = JSON.parse((await answered.textContent()) ?? '') as { id: string }
  await page.evaluate(`location.hash = 'createMemory'`)
  const memory = page.locator('#createMemory')
  await memory.getByRole('button', { name: 'Copy: Command for createMemory' }).click()
  await memory.getByRole('button', { name: 'Copied: Command for createMemory' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
    `curl -X POST '${server().ready.baseUrl}/api/v1/characters/${id}/players/ada/memories'`,
  )
  await memory.getByRole('button', { name: 'Send' }).click()
  await memory.locator('output').getByText(/^201 /).waitFor()
})

inBrowser('a file is sent from the page', async () => {
  const { page, strays } = await open('createCharacter')
  await page.locator('#createCharacter').getByRole('button', { name: 'Send' }).click()
  await page.locator('output').getByText(/^201 /).waitFor()
  const upload = page.locator('#uploadAvatar')
  const picture = { create: { width: 64, height: 64, channels: 3 as const, background: '#336699' } }
  const buffer = await sharp(picture).png().toBuffer()
  await upload.getByLabel('image').setInputFiles({ name: 'mira.png', mimeType: 'image/png', buffer })
  expect(await upload.getByLabel('Command for uploadAvatar', { exact: true }).textContent()).toContain(
    "-F 'image=@mira.png'",
  )
  await upload.getByRole('button', { name: 'Send' }).click()
  await upload.locator('output').getByText(/^200 /).waitFor()
  expect(strays).toEqual([])
})

inBrowser('in a narrow window the chapters open on demand, and by the key of the search', async () => {
  const { page } = await open('memories', { viewport: { width: 390, height: 800 } })
  const search = page.getByRole('searchbox')
  expect(await search.isVisible()).toBe(false)
  await page.keyboard.press('/')
  await search.fill('search active')
  await page.keyboard.press('Enter')
  await page.locator('#searchMemories').waitFor()
  await expect.poll(() => page.url()).toContain('#searchMemories')
  await expect.poll(() => search.isVisible()).toBe(false)
})

inBrowser('the first texts of a body have fields, which are written into it', async () => {
  const { page } = await open('createCharacter')
  const operation = page.locator('#createCharacter')
  await operation.getByLabel('persona.name').fill('Vera')
  await operation.getByLabel('persona.personality').fill('Says "aye"')
  const body = operation.getByLabel('Body')
  expect(JSON.parse(await body.inputValue())).toMatchObject({
    persona: { name: 'Vera', personality: 'Says "aye"' },
  })
  await body.fill('{ "persona": { "name": "Tom" } }')
  expect(await operation.getByLabel('persona.name').inputValue()).toBe('Tom')
  // Headers that may be left out are folded.
  expect(await operation.getByLabel('X-Player-Id').isVisible()).toBe(false)
  await operation.getByText('2 optional headers').click()
  await operation.getByLabel('X-Player-Id').fill('ada')
  expect(await operation.getByLabel('Command for createCharacter', { exact: true }).textContent()).toContain(
    "-H 'X-Player-Id: ada'",
  )
})

inBrowser('what is found says where the searched word stands', async () => {
  const { page } = await open('start')
  const result = (href: string) => page.locator(`nav li a[href="#${href}"]`)
  await page.getByRole('searchbox').fill('temperature')
  expect(await result('createCharacter').locator('.reason').textContent()).toBe(
    'body: llm.temperature (number, 0 to 2, default 0.7)',
  )
  expect(await result('listCharacters').locator('.reason').textContent()).toBe(
    'answer: characters.llm_temperature (number)',
  )
  await page.getByRole('searchbox').fill('create memory 429')
  expect(await result('createMemory').locator('.reason').textContent()).toMatch(
    /^answer: 429 \(Too many requests: at most 1,000 memories/,
  )
  await page.getByRole('searchbox').fill('create memory')
  expect(await result('createMemory').locator('.reason').count()).toBe(0)
})

inBrowser('a key that is wrong can be looked at, and what refuses it leads there', async () => {
  const { page } = await open('listCharacters')
  const key = page.getByLabel('API key', { exact: true })
  await key.fill('svc_wrong')
  expect(await key.getAttribute('type')).toBe('password')
  const operation = page.locator('#listCharacters')
  await operation.getByRole('button', { name: 'Send' }).click()
  await operation.getByText(/^401 /).last().waitFor()
  await operation.getByRole('button', { name: 'See “API key” at the top' }).click()
  expect(await key.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true)
  await page.getByRole('button', { name: 'Show API key' }).click()
  expect(await key.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide API key' }).click()
  expect(await key.getAttribute('type')).toBe('password')
})

inBrowser('the first stop of Tab leads past the chapters, and the address stays', async () => {
  const { page } = await open('createMemory')
  await page.reload()
  await page.locator('#createMemory').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.className')).toBe('skip')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.localName')).toBe('main')
  expect(page.url()).toMatch(/#createMemory$/)
})

inBrowser('the search stays above the chapters while they scroll', async () => {
  const { page } = await open('control', { viewport: { width: 1440, height: 500 } })
  const list = page.locator('nav')
  await list.evaluate((box) => box.scrollTo(0, 400))
  const [nav, field] = await Promise.all([list.boundingBox(), page.locator('#query').boundingBox()])
  expect(field?.y ?? 0).toBeGreaterThan(nav?.y ?? 999)
  expect((field?.y ?? 999) - (nav?.y ?? 0)).toBeLessThan(80)
})

inBrowser('on a phone what is touched is at least 44 pixels high, and the head is low', async () => {
  const { page } = await open('start', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const low = await page
    .locator('button:visible, header :is(a, input, summary):visible')
    .evaluateAll((all) =>
      (all as unknown as { textContent: string; getBoundingClientRect(): { height: number } }[])
        .filter((one) => one.getBoundingClientRect().height < 44)
        .map((one) => one.textContent),
    )
  expect(low).toEqual([])
  const { height = 999 } = (await page.locator('header').boundingBox()) ?? {}
  expect(height).toBeLessThan(130)
  expect(await page.locator('#reading').count()).toBe(0)
})

inBrowser.each(
  [390, 820, 1440]
    .flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const))
    .map(([theme, width], index) => [theme, width, index] as const),
)(
  'axe finds nothing in %s at %i pixels, in no chapter, and nothing is wider than the page',
  async (colorScheme, width, index) => {
    const { page, strays } = await open('createCharacter', {
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    })
    const find = async (state: string) => {
      expect([state, await problemsOf(page)]).toEqual([state, []])
      expect([state, await overflowOf(page)]).toEqual([state, 0])
    }
    await page.locator('#createCharacter').getByRole('button', { name: 'Send' }).click()
    await page.locator('output').getByText(/^201 /).waitFor()
    await page.locator('summary', { hasText: 'Other' }).first().click()
    await find('answered')
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('memory')
    await find('searched')
    await page.getByRole('searchbox').fill('nothing like that')
    await find('nothing found')
    await page.getByRole('searchbox').fill('')
    const chapters: string[] = await page
      .locator('nav h2 a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''))
    expect(chapters.length).toBeGreaterThan(10)
    // Chapters are made of the same parts: three are met in every look, each of the others in one.
    const own = chapters.filter((chapter, at) => ALWAYS.includes(chapter) || at % 6 === index)
    for (const chapter of own) {
      await page.evaluate(`location.hash = '${chapter}'`)
      await page.locator(`main > h2[id="${chapter}"]`).waitFor()
      await find(chapter)
    }
    expect(strays).toEqual([])
  },
)

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in the migration guide, in %s at %i pixels', async (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
  const { page, go, strays } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`, look)
  await go()
  expect(await problemsOf(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  expect(strays).toEqual([])
})
