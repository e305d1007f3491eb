import type { Browser, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { executablePath } from '../../support/browser/browser.js'
import { enterPage, problemsOf, revokeShare, visitPage } from '../../support/browser/share-page.js'
import { useSharedCharacter } from '../../support/browser/shared-character.js'

const { browser, server, share } = useSharedCharacter({ isTextOnly: true })

async function open(look?: Parameters<Browser['newContext']>[0]) {
  const link = await share()
  const visitor = await visitPage(browser(), link.shareUrl, { timezoneId: 'UTC', ...look })
  return { ...visitor, link }
}

async function say(page: Page, text: string): Promise<void> {
  const replies = page.locator('.line.character .below')
  const before = await replies.count()
  await page.getByLabel('Your words').fill(text)
  await page.keyboard.press('Enter')
  await replies.nth(before).waitFor()
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser(
  'the card says what is kept and not remembered; each visit, and each day, has its line',
  async () => {
    const { page, go, link, strays } = await open({ bypassCSP: true })
    await page.clock.setFixedTime(Date.UTC(2030, 0, 2, 12))
    await go()
    await enterPage(page)
    await say(page, 'My name is Grace.')
    await expect.poll(() => page.locator('.divider').count()).toBe(0)

    const again = async (day: number, hour: number) => {
      const tab = await page.context().newPage()
      await tab.clock.setFixedTime(Date.UTC(2030, 0, day, hour))
      await tab.goto(link.shareUrl)
      const note = 'Your conversation is kept in this browser. Mira Vale does not remember it.'
      const box = await tab.getByText(note).boundingBox()
      const button = tab.getByRole('button', { name: 'Read it and talk again' })
      expect((await button.boundingBox())?.y).toBeGreaterThan(box?.y ?? Number.POSITIVE_INFINITY)
      expect(await problemsOf(tab)).toEqual([])
      await button.click()
      await tab.getByText('Connected', { exact: true }).waitFor()
      return tab
    }
    const dividersOf = (tab: Page) => tab.locator('.divider').allInnerTexts()
    const note = 'Your earlier conversation is above. Mira Vale does not remember it.'
    const second = await again(3, 12)
    const begun = ['Wednesday 2 January', `Thursday 3 January\n${note}`]
    await expect.poll(() => dividersOf(second)).toEqual(begun)
    await say(second, 'I have a boat.')
    await expect.poll(() => dividersOf(second)).toEqual(begun)
    const third = await again(3, 13)
    await say(third, 'Do you remember me?')
    await expect.poll(() => dividersOf(third)).toEqual([...begun, begun[1]])
    // So it is when it is loaded anew.
    await third.reload()
    await third.getByText('Connected', { exact: true }).waitFor()
    await expect.poll(() => dividersOf(third)).toEqual([...begun, begun[1]])
    expect(await problemsOf(third)).toEqual([])
    expect(strays).toEqual([])
  },
)

inBrowser('a dead link stays dead when what was said is forgotten', async () => {
  const { page, go, link } = await open({ bypassCSP: true })
  await go()
  await enterPage(page)
  await say(page, 'Hello')
  await revokeShare(server(), link.token)
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await page.getByRole('button', { name: 'Forget it' }).click()
  await page.getByRole('button', { name: 'Really forget it?' }).click()
  await page.getByText('Forgotten in this browser.').waitFor()
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Forgotten in this browser.')
  await expect.poll(() => page.locator('.card').getByRole('button').count()).toBe(0)
  await expect.poll(() => page.locator('.lines').count()).toBe(0)
  expect(await problemsOf(page)).toEqual([])
})

inBrowser(
  'what forgets asks first, once more after a double click, and is called off by Escape, another place and a while',
  async () => {
    const { page, go, link } = await open()
    await go()
    await enterPage(page)
    await say(page, 'Hello')
    const forget = page.getByRole('button', { name: 'Forget it', exact: true })
    const really = page.getByRole('button', { name: 'Really forget it?' })
    const boxes = async () => [
      await page.locator('.footnote').boundingBox(),
      await page.locator('.footnote .forget').boundingBox(),
    ]
    const before = await boxes()
    await forget.press('Enter')
    await really.waitFor()
    await expect.poll(boxes).toEqual(before)
    await page.keyboard.press('Escape')
    await forget.waitFor()
    await page.keyboard.press('Enter')
    await really.waitFor()
    await page.keyboard.press('Shift+Tab')
    await forget.waitFor()

    // Nor is a double click an answer, or a key that is held.
    await forget.dblclick()
    await really.waitFor()
    await page.keyboard.press('Escape')
    await forget.waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await really.waitFor()
    await page.keyboard.press('Escape')
    await forget.waitFor()
    await page.keyboard.press('Tab')

    const tab = await page.context().newPage()
    await tab.clock.install()
    await tab.goto(link.shareUrl)
    await tab.getByRole('button', { name: 'Save the conversation' }).waitFor()
    await tab.getByRole('button', { name: 'Forget it and start anew' }).click()
    await tab.getByRole('button', { name: 'Really forget and start?' }).waitFor()
    await tab.clock.fastForward(5000)
    await tab.getByRole('button', { name: 'Forget it and start anew' }).waitFor()

    await forget.click()
    await really.click()
    await page.getByText('Forgotten in this browser.').waitFor()
    await expect.poll(() => focused(page)).toBe('Start the conversation')
    await page.keyboard.press('Enter')
    await page.getByText('Connected', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Forgotten in this browser.').count()).toBe(0)
  },
)

inBrowser(
  'what is forgotten in one tab is gone in the others, which say so and keep no more of it',
  async () => {
    const { page, go, link, strays } = await open({ bypassCSP: true })
    await go()
    await enterPage(page)
    await say(page, 'My secret word is pineapple.')
    await page.getByLabel('Your words').fill('Not sent')
    const tab = await page.context().newPage()
    await tab.goto(link.shareUrl)
    await tab.getByRole('button', { name: 'Forget it', exact: true }).click()
    await tab.getByRole('button', { name: 'Really forget it?' }).click()
    await tab.getByText('Forgotten in this browser.').waitFor()

    await page.getByText('The conversation was forgotten in another tab.').waitFor()
    await expect.poll(() => page.locator('.lines').count()).toBe(0)
    const kept = () => page.evaluate<string>('Object.values({ ...localStorage, ...sessionStorage }).join()')
    await expect.poll(kept).not.toMatch(/pineapple|Not sent/)
    expect(await problemsOf(page)).toEqual([])
    // The tab that forgot is told nothing.
    await expect.poll(() => tab.getByText('in another tab').count()).toBe(0)

    // Another beginning is one, and a door behind which nothing was said keeps its words.
    await page.getByRole('button', { name: 'Start the conversation' }).click()
    await page.getByText('Connected', { exact: true }).waitFor()
    await say(page, 'Hello again')
    await expect.poll(() => page.locator('.line.visitor').count()).toBe(1)
    await page.getByRole('button', { name: 'Forget it', exact: true }).click()
    await page.getByRole('button', { name: 'Really forget it?' }).click()
    await page.getByText('Forgotten in this browser.').waitFor()
    await tab.getByText('Forgotten in this browser.').waitFor()
    expect(strays).toEqual([])
  },
)

inBrowser('a start without a network goes on by itself once there is one', async () => {
  const { page, go } = await open()
  await go()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Start the conversation' }).click()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Connected', { exact: true }).waitFor()
})

inBrowser('in a large window, too, the words stand beside the field', async () => {
  const { page, go } = await open({ viewport: { width: 1440, height: 900 } })
  await go()
  await enterPage(page)
  const below = () =>
    page
      .locator('.lines')
      .evaluate((list) =>
        [list, list.lastElementChild ?? list]
          .map((element) => element.getBoundingClientRect().bottom)
          .reduce((end, last) => end - last),
      )
  await expect.poll(below).toBeLessThan(24)
  await say(page, 'Hello')
  await expect.poll(below).toBeLessThan(24)
})
