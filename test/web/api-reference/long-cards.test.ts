import sharp from 'sharp'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { useReferencePage } from '../../support/browser/reference-page.js'

const { open } = useReferencePage()

const inBrowser = test.skipIf(executablePath === undefined)
const DESK = { viewport: { width: 1440, height: 900 } }

inBrowser('the list of operations marks what is read, and the address stays', async () => {
  const { page } = await open('createCharacter', DESK)
  const marked = page.locator('nav li [aria-current=location]')
  await expect.poll(() => marked.allTextContents()).toEqual(['POST Create a character'])
  await page.locator('#uploadAvatar').evaluate((card) => card.scrollIntoView())
  await expect.poll(() => marked.allTextContents()).toEqual(['PUT Give a character a picture'])
  expect(page.url()).toMatch(/#createCharacter$/)
})

inBrowser(
  'what is chosen at the end of a chapter is marked, though it does not come to the top',
  async () => {
    const { page } = await open('start', DESK)
    await page.evaluate(`location.hash = 'deleteMemory'`)
    await page.locator('#deleteMemory h3:focus').waitFor()
    expect(await page.locator('nav li [aria-current=location]').getAttribute('href')).toBe('#deleteMemory')
  },
)

inBrowser('beside a long list of fields the form stays', async () => {
  const { page } = await open('createCharacter', DESK)
  const send = page.locator('#createCharacter').getByRole('button', { name: 'Send' })
  await page.locator('main').evaluate((main) => main.scrollBy(0, 1200))
  await expect.poll(async () => ((await send.boundingBox())?.y ?? -1) > 0).toBe(true)
  expect((await send.boundingBox())?.y).toBeLessThan(900)
})

inBrowser('what many add to a new character has fields, and one that is emptied is left out', async () => {
  const { page } = await open('createCharacter', DESK)
  const create = page.locator('#createCharacter')
  await create.getByLabel('persona.tagline').fill('Keeper of the mill')
  await create.getByLabel('llm.temperature').fill('0.4')
  const body = create.getByLabel('Body')
  expect(JSON.parse(await body.inputValue())).toMatchObject({
    persona: { tagline: 'Keeper of the mill' },
    llm: { temperature: 0.4 },
  })
  await create.getByLabel('persona.tagline').fill('')
  expect(JSON.parse(await body.inputValue()).persona).not.toHaveProperty('tagline')
})

inBrowser('a character is made of a picture that is chosen as a file', async () => {
  const { page } = await open('createFromImage', DESK)
  const create = page.locator('#createFromImage')
  const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  await create.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await create.getByLabel('personaPrompt').fill('A retired pirate')
  const command = create.getByLabel('Command for createFromImage', { exact: true })
  expect(await command.textContent()).toContain("--form-string 'personaPrompt=A retired pirate'")
  await create.getByRole('button', { name: 'Send' }).click()
  await create.locator('output').getByText(/^201 /).waitFor()
})
