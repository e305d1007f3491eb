import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { useReferencePage } from '../../support/browser/reference-page.js'

const { open } = useReferencePage()

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser.each([1440, 390])(
  'a link in the text leads to where something begins, whatever was searched, at %i pixels',
  async (width) => {
    const { page } = await open('start', { viewport: { width, height: 900 } })
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('reply')
    await page.locator('nav li a[href="#server_bot_response"]').first().click()
    await page.locator('#server_bot_response h3:focus').waitFor()
    await page.evaluate(`location.hash = 'start'`)
    await page.locator('main a[href="#createCharacter"]').click()
    const heading = page.locator('#createCharacter h3')
    await expect.poll(() => heading.evaluate((one) => one.matches(':focus'))).toBe(true)
    const top = (await heading.boundingBox())?.y ?? -1
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(450)
    expect(await page.locator('.found').count()).toBe(0)
  },
)

inBrowser('the key of the search begins another one', async () => {
  const { page } = await open('start')
  await page.keyboard.press('/')
  await page.keyboard.type('reply')
  await page.keyboard.press('Enter')
  await page.locator('article h3:focus').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('x')
  expect(await page.getByRole('searchbox').inputValue()).toBe('x')
})

inBrowser.each([1440, 390])('what is read line by line is seen whole, at %i pixels', async (width) => {
  const { page } = await open('start', { viewport: { width, height: 900 } })
  const program = page.locator('#start ~ article pre').last()
  expect(await program.textContent()).toContain('socket.disconnect()')
  const hidden = () =>
    page
      .locator('.example-text:visible:not(.cut)')
      .evaluateAll((all) =>
        (all as unknown as { scrollHeight: number; clientHeight: number }[]).filter(
          (one) => one.scrollHeight > one.clientHeight + 1,
        ),
      )
  expect(await hidden()).toEqual([])
  expect(await page.locator('.cut').count()).toBe(0)
  await page.evaluate(`location.hash = 'server_bot_response'`)
  await page.locator('#server_bot_response pre').waitFor()
  expect(await hidden()).toEqual([])
  expect(await page.locator('.cut').count()).toBe(0)
})

inBrowser('a long answer says how much of it there is, and opens; a short one is whole', async () => {
  const { page } = await open('createCharacter')
  const box = page.locator('#createCharacter .answer .example').first()
  const text = box.locator('.example-text')
  const heightOf = async () => (await text.boundingBox())?.height ?? 0
  const low = await heightOf()
  const lines = (await text.textContent())?.split('\n').length
  await box.getByRole('button', { name: `Show all ${lines} lines` }).click()
  await box.getByRole('button', { name: 'Show less' }).waitFor()
  expect(await heightOf()).toBeGreaterThan(low * 2)
  await page.evaluate(`location.hash = 'getDocument'`)
  const answer = page.locator('#getDocument .answer .example').first()
  await answer.waitFor()
  expect(await answer.getByRole('button', { name: /^Show all/ }).count()).toBe(0)
})

inBrowser('what authenticate needs is marked, and its example has the ids of the page', async () => {
  const { page } = await open('client_authenticate')
  const needed = page.locator('#client_authenticate .fields > div', { has: page.locator('.required') })
  const names = await needed.locator('dt > code').allTextContents()
  expect(names).toEqual(expect.arrayContaining(['character_id', 'player_id']))
  expect(names).not.toContain('token')
  const shown = await page.locator('#client_authenticate pre').textContent()
  expect(shown).toContain('"api_key": "••••••••"')
})
