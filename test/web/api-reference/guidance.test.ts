import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { useReferencePage } from '../../support/browser/reference-page.js'
import { visitPage } from '../../support/browser/share-page.js'
import { rest } from '../../support/servers/test-server.js'

const { browser, server, open } = useReferencePage()

const inBrowser = test.skipIf(executablePath === undefined)

/** A character of its own with one memory of ada, and the page at an operation, aimed at them. */
async function openWithMemory(hash: string) {
  const { body } = await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Quill' } })
  const { id } = body as { id: string }
  await rest(server(), 'POST', `/api/v1/characters/${id}/turn`, { message: 'Hello', playerId: 'ada' })
  const memories = `/api/v1/characters/${id}/players/ada/memories`
  const made = await rest(server(), 'POST', memories, { content: 'Keeps bees', memoryType: 'fact' })
  const visit = await open(hash)
  const questions: string[] = []
  visit.page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  const operation = visit.page.locator(`#${hash}`)
  await operation.getByLabel('characterId').fill(id)
  return { ...visit, operation, questions, id, memoryId: (made.body as { id: string }).id }
}

inBrowser.each([
  [1440, 900],
  [1024, 700],
])('no chapter makes the page longer than its window of %i by %i', async (width, height) => {
  const { page } = await open('start', { viewport: { width, height } })
  const chapters: string[] = await page
    .locator('nav h2 a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''))
  expect(chapters.length).toBeGreaterThan(10)
  for (const chapter of chapters) {
    await page.evaluate(`location.hash = '${chapter}'`)
    await page.locator(`main > h2[id="${chapter}"]`).waitFor()
    const size = await page.evaluate('[document.documentElement.scrollHeight, innerHeight, scrollY]')
    expect([chapter, size]).toEqual([chapter, [height, height, 0]])
  }
})

inBrowser('the deletion of a conversation is asked for with all that is lost', async () => {
  const { operation, questions, id } = await openWithMemory('deleteConversation')
  await operation.getByRole('button', { name: 'Delete the conversation with “ada”' }).click()
  await operation.locator('output strong', { hasText: /^204 / }).waitFor()
  expect(questions).toHaveLength(1)
  expect(questions[0]).toMatch(/and all that .* remembers of ada\? It is 1 memory\./)
  expect(questions[0]).toContain('This cannot be undone.')
  const { body } = await rest(server(), 'GET', `/api/v1/characters/${id}/players/ada/memories`)
  expect(body).toMatchObject({ total: 0 })
})

inBrowser('a memory that is only marked as deleted is not said to be gone', async () => {
  const { operation, questions, memoryId } = await openWithMemory('deleteMemory')
  await operation.getByLabel('memoryId').fill(memoryId)
  await operation.getByRole('button', { name: 'Mark as deleted' }).click()
  await operation.locator('.next-step').waitFor()
  expect(await operation.locator('.next-step').innerText()).toBe(
    'It is marked as deleted. hard = true erases it.',
  )
  expect(questions[0]).toMatch(/^Mark this as deleted\?/)
  expect(await operation.getByLabel('memoryId').inputValue()).toBe(memoryId)
  await operation.getByLabel('hard').selectOption('true')
  await operation.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => operation.getByLabel('memoryId').inputValue()).toBe('')
  expect(questions[1]).toMatch(/^Really delete this\?/)
  expect(await operation.locator('.next-step').count()).toBe(0)
})

inBrowser('a file that was uploaded is the document that is added next', async () => {
  const { body } = await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Orla' } })
  const { page } = await open('uploadDocumentFile')
  expect(await page.locator('main > h2').innerText()).toBe('Documents')
  const upload = page.locator('#uploadDocumentFile')
  // Another port would look like a second server.
  await upload.locator('pre').getByText(`${server().ready.baseUrl}/uploads/`).waitFor()
  const buffer = readFileSync(new URL('../../../fixtures/documents/letter.pdf', import.meta.url))
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: 'orla.pdf', mimeType: 'application/pdf', buffer })
  await upload.getByRole('button', { name: 'Send' }).click()
  await upload.getByRole('link', { name: 'Add a document', exact: true }).click()
  const add = page.locator('#addDocument')
  expect(await add.getByLabel('name').inputValue()).toBe('orla.pdf')
  await add.getByLabel('characterId').fill((body as { id: string }).id)
  await add.getByRole('button', { name: 'Send' }).click()
  await add.getByRole('link', { name: 'Look at its status' }).click()
  const get = page.locator('#getDocument')
  await expect
    .poll(async () => {
      await get.getByRole('button', { name: 'Send' }).click()
      await get.locator('output strong', { hasText: /^200 / }).waitFor()
      return get.locator('output pre').textContent()
    })
    .toContain('"status": "ready"')
})

inBrowser('what a 422 lists stands above its JSON, and the field is marked until it is changed', async () => {
  const { page } = await open('createMemory', { viewport: { width: 1440, height: 900 } })
  await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const memory = page.locator('#createMemory')
  const content = memory.getByLabel('content')
  await content.fill('')
  await memory.getByRole('button', { name: 'Send' }).click()
  await memory.locator('output strong', { hasText: /^422 / }).waitFor()
  expect(await memory.locator('.problems').innerText()).toMatch(/^content: /)
  expect(await content.getAttribute('aria-invalid')).toBe('true')
  expect(await content.getAttribute('aria-describedby')).toBe(
    await memory.locator('.problems').getAttribute('id'),
  )
  expect((await memory.locator('.problems').boundingBox())?.y).toBeLessThan(900)
  await content.fill('Keeps bees')
  expect(await content.getAttribute('aria-invalid')).toBe('false')
})

inBrowser('while a body is no JSON its fields stay, and fields that it does not have are named', async () => {
  const { page } = await open('createCharacter')
  const operation = page.locator('#createCharacter')
  const body = operation.getByLabel('Body')
  const name = operation.getByLabel('persona.name')
  const before = (await body.boundingBox())?.y
  await body.fill('{ "persona": ')
  expect(await name.isDisabled()).toBe(true)
  expect((await body.boundingBox())?.y).toBe(before)
  await body.fill('{ "persona": { "name": "Tom" }, "tts_speed": 2 }')
  expect(await name.isDisabled()).toBe(false)
  expect(await operation.locator('.unknown').innerText()).toBe(
    'tts_speed is not a field of this body, and ignored. Did you mean tts.speed?',
  )
  await body.fill('{ "persona": { "name": "Tom" } }')
  expect(await operation.locator('.unknown').count()).toBe(0)
})

inBrowser('Enter sends what only reads', async () => {
  const { page } = await open('listMemories')
  const { body } = await rest(server(), 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const list = page.locator('#listMemories')
  await list.getByLabel('characterId').fill((body as { id: string }).id)
  await list.getByLabel('limit').press('Enter')
  await list.locator('output strong', { hasText: /^200 / }).waitFor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.locator('#createMemory').getByLabel('playerId').press('Enter')
  await page.locator('#createMemory').getByLabel('content').press('Enter')
  expect(sent).toEqual([])
})

inBrowser('the other keys lie over the page, and what misses one leads to it', async () => {
  const { page } = await open('listKeys')
  const key = page.getByLabel('API key', { exact: true })
  const before = await key.boundingBox()
  const token = page.getByLabel('ID token', { exact: true })
  await page.locator('#listKeys').getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => token.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(await key.boundingBox()).toEqual(before)
  await token.press('Escape')
  expect(await token.isVisible()).toBe(false)
})

inBrowser('a legacy operation leads to its line in the migration guide', async () => {
  const { page } = await open('listAgents')
  const lead = page.locator('.lead').getByRole('link', { name: '/docs/migration' })
  await expect.poll(() => lead.getAttribute('href')).toBe('/docs/migration')
  await page.locator('#listAgents').getByRole('link', { name: 'what to use now' }).click()
  const line = page.locator('tr:target')
  await line.waitFor()
  expect(await line.innerText()).toContain('/api/v1/characters')
})

inBrowser('the migration guide says that sessions stay, and takes a command that is pasted', async () => {
  const { page, go, strays } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`)
  await go()
  const search = page.getByRole('searchbox')
  for (const words of ['session', 'start session', 'socket', 'connect']) {
    await search.fill(words)
    await expect.poll(() => page.locator('#same-title').isVisible()).toBe(true)
    expect([words, await page.locator('#nowhere').isVisible()]).toEqual([words, false])
  }
  await search.fill("curl -X GET 'http://127.0.0.1:4871/api/agents' -H 'X-API-Key: svc_1'")
  const rows = page.locator('tbody tr:visible td:first-child')
  await expect.poll(() => rows.allTextContents()).toEqual(['GET /api/agents'])
  expect(await page.evaluate(`CSS.highlights.get('searched').size`)).toBeGreaterThan(0)
  expect(strays).toEqual([])
})

inBrowser('what the migration guide has nothing of is searched in the reference', async () => {
  const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`)
  await go()
  await page.getByRole('searchbox').fill('memory graph & more')
  await page.getByRole('link', { name: 'Search the API reference for “memory graph & more”' }).click()
  await page.locator('nav li a').first().waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('memory graph & more')
})

inBrowser('the commands of the migration guide are copied, and its bar is one line on a phone', async () => {
  const look = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  }
  const { page, go } = await visitPage(browser(), `${server().ready.baseUrl}/docs/migration`, look)
  await go()
  await page.getByRole('button', { name: 'Copy' }).last().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl '${server().ready.baseUrl}/api/v1/characters' \\\n  -H 'X-API-Key: API_KEY'`,
  )
  expect((await page.locator('nav').boundingBox())?.height).toBeLessThan(70)
})
