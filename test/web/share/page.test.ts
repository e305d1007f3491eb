import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../../src/runtime/create-server.js'
import { accentOfHue, hueOfName } from '../../../src/web/share/appearance/accent.js'
import { executablePath } from '../../support/browser/browser.js'
import {
  enterPage as enter,
  overflowOf,
  ownerHeaders,
  problemsOf,
  revokeShare,
  shareCharacter,
  visitPage,
} from '../../support/browser/share-page.js'
import { useSharedCharacter } from '../../support/browser/shared-character.js'
import { rest } from '../../support/servers/test-server.js'

const { browser, server, characterId, share } = useSharedCharacter({ isTextOnly: false })

async function visit(url: string, look?: Parameters<Browser['newContext']>[0]) {
  const { go, ...visitor } = await visitPage(browser(), url, look)
  await go()
  return visitor
}

async function say(page: Page, text: string): Promise<void> {
  const replies = page.locator('.line.character .below')
  const before = await replies.count()
  await page.getByLabel('Your words').fill(text)
  await page.keyboard.press('Enter')
  await replies.nth(before).waitFor()
}

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('a visitor opens the link, talks, reloads, and goes on in the same conversation', async () => {
  const { shareUrl } = await share()
  const { page, strays } = await visit(shareUrl)
  await page.getByText('You find your conversation again in this browser, where you can forget it.').waitFor()
  await enter(page)
  await expect.poll(() => page.getByRole('heading').textContent()).toBe('Mira Vale')
  expect(await page.title()).toBe('Mira Vale')
  await say(page, 'My name is Grace.')
  const before = await page.locator('.lines').innerText()
  await page.getByLabel('Your words').fill('One more thing')
  await page.reload()
  await page.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.lines').innerText()).toBe(before)
  await expect.poll(() => page.getByLabel('Your words').inputValue()).toBe('One more thing')
  await page.getByLabel('Your words').fill('What is my name?')
  await page.keyboard.press('Enter')
  await page.getByText(/Grace/).nth(2).waitFor()
  expect(strays).toEqual([])
})

inBrowser('another tab goes on with what was said, starts anew, or forgets it', async () => {
  const { shareUrl } = await share()
  const { page, strays } = await visit(shareUrl, { bypassCSP: true })
  await enter(page)
  await say(page, 'My name is Grace.')
  const open = async () => {
    const tab = await page.context().newPage()
    await tab.goto(shareUrl)
    return tab
  }
  const going = { name: 'Read it and talk again' }
  const second = await open()
  await second.getByRole('button', going).waitFor()
  expect(await problemsOf(second)).toEqual([])
  await second.getByRole('button', going).click()
  await second.getByText('Connected', { exact: true }).waitFor()
  const note = 'Your earlier conversation is above. Mira Vale does not remember it.'
  await second.locator('.lines').getByText(note).waitFor()
  await expect.poll(() => second.locator('.line.visitor').innerText()).toContain('My name is Grace.')
  // It was said in another session: nothing of it is asked for again.
  await expect.poll(() => second.getByRole('button', { name: 'Ask again' }).count()).toBe(0)
  await say(second, 'I have a boat.')
  await say(page, 'The first tab talks on.')
  expect(await problemsOf(second)).toEqual([])

  const third = await open()
  await third.getByRole('button', going).click()
  await third.getByText('The first tab talks on.').waitFor()
  await expect.poll(() => third.getByText('I have a boat.').count()).toBe(1)
  await third.getByRole('button', { name: 'Forget it' }).click()
  await third.getByRole('button', { name: 'Really forget it?' }).click()
  await third.getByRole('button', { name: 'Start the conversation' }).waitFor()
  const kept = `Object.values({ ...localStorage, ...sessionStorage }).join()`
  expect(await third.evaluate(kept)).not.toContain('Grace')
  await third.reload()
  await third.getByRole('button', { name: 'Start the conversation' }).waitFor()

  await enter(third)
  await say(third, 'Hello once more.')
  const fourth = await open()
  await fourth.getByRole('button', { name: 'Forget it and start anew' }).click()
  await fourth.getByRole('button', { name: 'Really forget and start?' }).click()
  await fourth.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => fourth.locator('.line.visitor').count()).toBe(0)
  expect(await fourth.evaluate(kept)).not.toContain('Hello once more.')
  expect(strays).toEqual([])
})

inBrowser('no token is kept beyond the tab', async () => {
  const { page } = await visit((await share()).shareUrl)
  await enter(page)
  await say(page, 'Hello')
  const has = (store: string) => page.evaluate(`Object.values({ ...${store} }).join().includes('sst_')`)
  expect([await has('sessionStorage'), await has('localStorage')]).toEqual([true, false])
})

inBrowser('looking at the page opens nothing; the anchor and an expiring link open too', async () => {
  const { token, anchorUrl } = await share()
  const { page } = await visit(anchorUrl)
  const listed = await fetch(`${server().ready.baseUrl}/api/v1/share/character/${characterId()}`, {
    headers: await ownerHeaders(server()),
  })
  const { shares } = (await listed.json()) as { shares: { id: string; openCount: number }[] }
  expect(shares.find(({ id }) => id === token)).toMatchObject({ openCount: 0 })
  await enter(page)
  await enter((await visit((await share({ ttl: '1h' })).shareUrl)).page)
})

inBrowser(
  'a link that is revoked while somebody talks says so, offers nothing that cannot help, and keeps the words',
  async () => {
    const { token, shareUrl } = await share()
    const { page } = await visit(shareUrl, { permissions: ['clipboard-read', 'clipboard-write'] })
    await enter(page)
    await page.getByLabel('Your words').fill('There was one more thing')
    await revokeShare(server(), token)
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await page.getByText('Whoever sent it has closed it. Ask them for a new one.').waitFor()
    const words = page.getByLabel('You had written, and not sent')
    await expect.poll(() => words.inputValue()).toBe('There was one more thing')
    await expect.poll(() => page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['', 'Copy'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('There was one more thing')
    await page.reload()
    await page.getByText('Whoever sent it has closed it.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  },
)

inBrowser('words that a visit did not send are in the field of the next one', async () => {
  const own = await createServer({ logLevel: 'silent' })
  onTestFinished(() => own.stop())
  const body = { persona: { name: 'Nell' } }
  const { id } = (await rest(own, 'POST', '/api/v1/characters', body)).body as { id: string }
  const { page } = await visit((await shareCharacter(own, id)).shareUrl)
  await enter(page)
  await page.getByLabel('Your words').fill('Let me think')
  await fetch(`${own.ready.baseUrl}/api/control/v1/local/clock`, {
    method: 'POST',
    headers: await ownerHeaders(own),
    body: JSON.stringify({ advance: 'PT31M' }),
  })
  await page.getByRole('heading', { name: 'You were away for a long time' }).waitFor()
  await page.getByLabel('You had written, and not sent').fill('Let me think about it')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Your words').inputValue()).toBe('Let me think about it')
})

inBrowser(
  'a link that never was or is no more says so at once; one whose cap is used up when it is opened',
  async () => {
    const { token, shareUrl } = await share()
    await revokeShare(server(), token)
    const unknown = shareUrl.replace(token, '11111111-1111-4111-8111-111111111111')
    for (const [url, status, name] of [
      [shareUrl, 410, 'This link has ended'],
      [unknown, 404, 'This link does not work'],
    ] as const) {
      const { page, go } = await visitPage(browser(), url)
      expect((await go())?.status()).toBe(status)
      await page.getByRole('heading', { name }).waitFor()
    }
    const capped = await share({ ttl: '1h', maxExchanges: 1 })
    await enter((await visit(capped.shareUrl)).page)
    const { page } = await visit(capped.shareUrl)
    await page.getByRole('button', { name: 'Start the conversation' }).click()
    await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  },
)

inBrowser('the last turn is told, and there is nothing more to send', async () => {
  const { page } = await visit((await share({ permanent: true, maxInteractions: 1 })).shareUrl)
  await enter(page)
  await say(page, 'Hello')
  await say(page, 'Hello again')
  await page.getByText('This link has no turns left.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
})

inBrowser.each([
  ['a phone in light', { viewport: { width: 390, height: 844 }, colorScheme: 'light' }],
  ['a desk in the dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const)('on %s nothing is cut off, and axe finds nothing', async (_, look) => {
  const { page } = await visit((await share()).shareUrl, { ...look, bypassCSP: true })
  expect(await problemsOf(page)).toEqual([])
  await enter(page)
  await say(page, 'W'.repeat(300))
  expect(await problemsOf(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)
})

inBrowser('without a microphone the page says so, and talks on in writing', async () => {
  const { page, strays } = await visit(`${(await share()).shareUrl}?data-layer`)
  await enter(page)
  await page.getByRole('button', { name: 'Talk by voice' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/microphone/)
  await say(page, 'Hello')
  expect(strays).toEqual([])
})

inBrowser('the colour of the picture stays, however late the first frame is', async () => {
  const body = { persona: { name: 'Nell' } }
  const { id } = (await rest(server(), 'POST', '/api/v1/characters', body)).body as { id: string }
  const red = {
    create: { width: 64, height: 64, channels: 3 as const, background: { r: 220, g: 20, b: 20 } },
  }
  const form = new FormData()
  form.append(
    'image',
    new Blob([Uint8Array.from(await sharp(red).png().toBuffer())], { type: 'image/png' }),
    'nell.png',
  )
  const { baseUrl, apiKey } = server().ready
  const url = `${baseUrl}/api/v1/characters/${id}/avatar`
  expect((await fetch(url, { method: 'PUT', headers: { 'x-api-key': apiKey }, body: form })).status).toBe(200)
  const { page, go } = await visitPage(browser(), (await shareCharacter(server(), id)).shareUrl)
  await page.addInitScript('window.requestAnimationFrame = () => 0')
  const ofName = accentOfHue(hueOfName('Nell')).light
  await go()
  await page.locator('img').waitFor()
  await page.waitForFunction('document.querySelector("img").complete')
  // Without frames, what waits for one runs after a tenth of a second.
  await page.waitForFunction('document.title === "Nell"')
  expect(await page.locator('html').getAttribute('style')).not.toContain(ofName)
})

inBrowser('the keyboard alone reaches everything', async () => {
  const { page } = await visit((await share()).shareUrl)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Connected', { exact: true }).waitFor()
  const focused = () =>
    page.evaluate<string>(
      'document.activeElement.id || document.activeElement.role || document.activeElement.textContent',
    )
  await expect.poll(focused).toBe('words')
  for (const suggestion of ['Tell me about yourself.', 'What do you do?', 'Who are you?']) {
    await page.keyboard.press('Shift+Tab')
    await expect.poll(focused).toBe(suggestion)
  }
  await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('log')
  // The switch of the theme is between.
  for (const _ of [1, 2]) await page.keyboard.press('Shift+Tab')
  await expect.poll(focused).toBe('Hear the replies')
  for (const _ of [1, 2, 3, 4, 5, 6]) await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('words')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Send')
})
