import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import {
  enterPage,
  overflowOf,
  problemsOf,
  revokeShare,
  shareCharacter,
  visitPage,
} from '../../support/browser/share-page.js'
import { rest } from '../../support/servers/test-server.js'

const LONG = 'The boats come home with their lamps lit. '.repeat(40)
const MARKDOWN =
  '*bows* **Good** evening\n\n- one\n- two\n\n`lamp`\n\n```\n0123456789'.padEnd(230, '0') +
  '\n```\n\n| night | ships |\n|---|---|\n| Monday | 3 |\n\n[here](https://example.org/x) ![p](https://example.org/p.gif) ' +
  '<img src=https://example.org/q.gif onerror="window.harmed=1"> [bad](javascript:window.harmed=1)'
const HEBREW = 'שלום! אני שומרת על המגדלור.'

let server: RunningServer
let browser: Browser
let folder: string | undefined
beforeAll(async () => {
  if (executablePath === undefined) return
  folder = await mkdtemp(join(tmpdir(), 'parley-talk-'))
  const replies = [
    ['long', LONG],
    ['markdown', MARKDOWN],
    ['hebrew', HEBREW],
    ['story', 'Once upon a time.'],
    ['coal', 'Bless you, I have no idea.'],
  ].map(([pattern, reply]) => ({ pattern, reply }))
  await writeFile(`${folder}/replies.yaml`, JSON.stringify({ replies }))
  await writeFile(`${folder}/parley.yaml`, 'llm: { stub: { script: ./replies.yaml, pace: instant } }')
  server = await createServer({ logLevel: 'silent', limits: 'off', configFile: `${folder}/parley.yaml` })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

const LONG_NAMED = { name: `Mira${'a'.repeat(120)}`, tagline: 'Keeper of the light '.repeat(10).trim() }
const MIRA = { name: 'Mira Vale', tagline: 'Keeper of the light' }

async function share(persona: object = MIRA, text_only = true) {
  const { id } = (await rest(server, 'POST', '/api/v1/characters', { persona, text_only })).body as {
    id: string
  }
  return shareCharacter(server, id)
}

type Look = Parameters<Browser['newContext']>[0]

/** A visitor inside, whose connection the test can hold up and cut. */
async function enter(look: Look = {}, persona: object = MIRA, { speaks = false } = {}) {
  const link = await share(persona, !speaks)
  const visitor = await visitPage(browser, link.shareUrl, look)
  const { page } = visitor
  let heldPart: string | undefined
  let deliver = (_message: string) => {}
  let cut = () => {}
  const held: string[] = []
  const sent: string[] = []
  await page.routeWebSocket(/.*/, (socket) => {
    const service = socket.connectToServer()
    deliver = (message) => socket.send(message)
    socket.onMessage((message) => {
      sent.push(String(message))
      service.send(message)
    })
    service.onMessage((message) => {
      const text = String(message)
      if (heldPart !== undefined && text.includes(heldPart)) held.push(text)
      else socket.send(message)
    })
    cut = () => void socket.close()
  })
  await visitor.go()
  await enterPage(page)
  return {
    ...visitor,
    link,
    /** What the page has sent. */
    sent,
    /** Holds up all messages of the service that have this in them; returns those that are held. */
    hold: (part: string): readonly string[] => {
      heldPart = part
      return held
    },
    /** What the page would be told if the service sent this event. */
    receive: (event: string, body: object) => deliver(`42/sdk,${JSON.stringify([event, body])}`),
    release: () => {
      heldPart = undefined
      for (const message of held.splice(0)) deliver(message)
    },
    cut: () => {
      heldPart = undefined
      cut()
    },
  }
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your words').fill(text)
  await page.keyboard.press('Enter')
}

async function say(page: Page, text: string): Promise<void> {
  const replies = page.locator('.line.character .below')
  const before = await replies.count()
  await send(page, text)
  await replies.nth(before).waitFor()
}

const scrollTo = (page: Page, top: number) =>
  page.locator('.lines').evaluate((list, y) => list.scrollTo(0, y), top)
const scrollTop = (page: Page) => page.locator('.lines').evaluate(({ scrollTop }) => scrollTop)
const belowOf = (page: Page) =>
  page
    .locator('.lines')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('a sign shows that the character is writing, until its first words come', async () => {
  const { page, hold, release } = await enter()
  hold('bot_response')
  await send(page, 'Tell me a story')
  await page.getByText('Mira Vale is writing').waitFor()
  release()
  await page.getByText('Once upon').waitFor()
  await expect.poll(() => page.getByText('Mira Vale is writing').count()).toBe(0)
})

inBrowser(
  'a reader at the end follows; one who has scrolled up stays, and is told of what is new',
  async () => {
    const { page } = await enter({ viewport: { width: 390, height: 700 } })
    await say(page, 'A long one')
    await say(page, 'A long one')
    await expect.poll(() => belowOf(page)).toBeLessThan(2)
    await scrollTo(page, 30)
    await page.getByRole('button', { name: 'Latest message' }).waitFor()

    await send(page, 'A long one')
    await expect.poll(() => belowOf(page)).toBeLessThan(2)
    await page.locator('.line.character .below').nth(2).waitFor()
    await expect.poll(() => belowOf(page)).toBeLessThan(2)
  },
)

inBrowser('what arrives while the reader is further up does not move the list', async () => {
  const { page, hold, release } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  hold('bot_response')
  await send(page, 'A long one')
  await page.getByText('Mira Vale is writing').waitFor()
  await scrollTo(page, 30)
  await page.getByRole('button', { name: 'Latest message' }).waitFor()
  release()
  await page.locator('.line.character .below').nth(2).waitFor()
  expect(await scrollTop(page)).toBe(30)
  await page.getByRole('button', { name: 'New reply' }).click()
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
  await expect.poll(() => page.getByRole('button', { name: /New reply|Latest message/ }).count()).toBe(0)
})

inBrowser('who scrolls up in the frame in which the list shrinks is led back to the end', async () => {
  const { page } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
  await page.evaluate(`(() => {
    document.querySelector('.writing').style.paddingTop = '60px'
    document.querySelector('.lines').scrollTo(0, 30)
  })()`)
  await page.getByRole('button', { name: 'Latest message' }).click()
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
})

inBrowser(
  'who scrolls up as a reply comes is left in peace, before the browser tells of the scroll',
  async () => {
    const { page, hold, release } = await enter({ viewport: { width: 390, height: 700 } })
    await say(page, 'A long one')
    await say(page, 'A long one')
    hold('bot_response')
    await send(page, 'A long one')
    await page.getByText('Mira Vale is writing').waitFor()
    // On a busy machine the frame that tells of a scroll comes late.
    await page.evaluate(`addEventListener('scroll', (event) => event.stopPropagation(), true)`)
    await scrollTo(page, 30)
    release()
    await page.locator('.line.character .below').nth(2).waitFor()
    expect(await scrollTop(page)).toBe(30)
  },
)

inBrowser('a reply whose beginning was seen is told of once it is whole', async () => {
  const { page, hold, release } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  hold('"is_final":true')
  await send(page, 'A long one')
  await page.locator('.line.arriving').waitFor()
  await scrollTo(page, 30)
  const pill = page.locator('.pill')
  await expect.poll(() => pill.textContent()).toBe('Latest message')
  release()
  await expect.poll(() => pill.textContent()).toBe('New reply')
  expect(await scrollTop(page)).toBe(30)
})

inBrowser('of a reply that is spoken, a reader further up is told with its first words', async () => {
  const { page, receive } = await enter({ viewport: { width: 390, height: 700 } }, MIRA, { speaks: true })
  await say(page, 'A long one')
  await say(page, 'A long one')
  await page.getByRole('button', { name: 'Hear the replies' }).click()
  await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
  // Of what has no sound the words are shown when it is whole.
  const said = (is_final: boolean) =>
    receive('bot_response', { message_id: 'spoken', text: 'The lamp is lit.', is_final })
  said(false)
  await page.getByText('Mira Vale is writing').waitFor()
  await scrollTo(page, 30)
  const pill = page.locator('.pill')
  await expect.poll(() => pill.textContent()).toBe('Latest message')
  said(true)
  await expect.poll(() => pill.textContent()).toBe('New reply')
})

inBrowser('of a reply that was stopped before its first word there is nothing to copy', async () => {
  const { page, receive } = await enter()
  receive('bot_response', { message_id: 'empty', text: '', is_final: false })
  receive('interrupt', { message_id: 'empty', reason: 'client_interrupt' })
  await page.getByText('Stopped', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
})

inBrowser('the page keys scroll the conversation from the field', async () => {
  const { page } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
  await page.getByLabel('Your words').press('PageUp')
  await expect.poll(() => belowOf(page)).toBeGreaterThan(100)
  await page.getByLabel('Your words').press('PageDown')
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
})

inBrowser.each([
  [390, '100%'],
  [390, '130%'],
  [390, '160%'],
  [320, '100%'],
  [320, '200%'],
])('at %i pixels, with text of %s, the name is whole', async (width, fontSize) => {
  const tagline = 'Keeper of the Gull Rock lighthouse'
  const { page } = await enter({ viewport: { width, height: 844 } }, { name: 'Maren Vale', tagline })
  await say(page, 'Tell me a story')
  await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
  const cut = await page
    .getByRole('heading', { name: 'Maren Vale' })
    .evaluate((name) => [name.scrollHeight - name.clientHeight, name.scrollWidth - name.clientWidth])
  expect(cut).toEqual([0, 0])
  await expect.poll(() => overflowOf(page)).toBe(0)
  expect(await page.getByRole('button', { name: 'Dark theme' }).boundingBox()).toMatchObject({ width: 44 })
  // In words, where there is room for them.
  const save = page.getByRole('button', { name: 'Save the conversation' })
  const hasWord = width === 390 && fontSize === '100%'
  expect((await save.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  expect(await save.getByText('Save').evaluate(({ offsetWidth }) => offsetWidth > 1)).toBe(hasWord)
})

inBrowser(
  'once there is something to save, a phone has the theme below, and all of the name above',
  async () => {
    const tagline = 'Keeper of the Gull Rock lighthouse'
    const look = { viewport: { width: 390, height: 844 } }
    const { page } = await enter(look, { name: 'Maren Vale', tagline }, { speaks: true })
    await say(page, 'Tell me a story')
    const heightOf = (text: string) => page.getByText(text, { exact: true }).evaluate((e) => e.clientHeight)
    expect(await heightOf('Maren Vale')).toBeLessThan(36)
    const theme = page.getByRole('button', { name: 'Dark theme' })
    const [button, send] = [await theme.boundingBox(), await page.locator('.send').boundingBox()]
    expect(button?.y).toBeGreaterThanOrEqual((send?.y ?? 0) + (send?.height ?? 844))
    await theme.click()
    await page.locator('html[data-theme=dark]').waitFor()
    await expect.poll(() => overflowOf(page)).toBe(0)
  },
)

inBrowser('a phone says in words that replies can be heard, until something was said', async () => {
  const { page } = await enter({ viewport: { width: 390, height: 844 } }, MIRA, { speaks: true })
  const sound = page.getByRole('button', { name: 'Hear the replies' })
  // In the head there is no room for words.
  expect((await sound.boundingBox())?.width).toBeGreaterThan(100)
  await sound.click()
  await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
  await say(page, 'Tell me a story')
  await expect.poll(async () => (await sound.boundingBox())?.width).toBe(44)
  await expect.poll(() => sound.getAttribute('aria-pressed')).toBe('true')
})

inBrowser('a reply that goes on is no new message, and one that is cut off says so further up', async () => {
  const { page, hold, cut } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  hold('"is_final":true')
  await send(page, 'A long one')
  await page.locator('.line.arriving').waitFor()
  await scrollTo(page, 30)
  const pill = page.locator('.pill')
  await expect.poll(() => pill.textContent()).toBe('Latest message')
  cut()
  await expect.poll(() => pill.textContent()).toBe('Cut off. Latest message')
  await page.getByText('Connected', { exact: true }).waitFor()
  await pill.click()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('words')
})

inBrowser(
  'a conversation begins with a greeting and something to say, and the page itself never scrolls',
  async () => {
    const { page } = await enter({ viewport: { width: 390, height: 700 } })
    await page.getByText('Hello there! Shall we talk?').waitFor()
    await page.getByRole('button', { name: 'Who are you?' }).click()
    await page.locator('.line.visitor').getByText('Who are you?').waitFor()
    await page.locator('.line.character .below').first().waitFor()
    // It stays, as what the conversation began with.
    await expect.poll(() => page.getByText('Shall we talk?').count()).toBe(1)
    await expect.poll(() => page.getByRole('list', { name: 'Something to say' }).count()).toBe(0)
    for (const _ of [1, 2, 3]) await say(page, 'A long one')
    const beyond = 'document.documentElement.scrollHeight - document.documentElement.clientHeight'
    await expect.poll(() => page.evaluate<number>(beyond)).toBe(0)
  },
)

inBrowser('a reply that was stopped says so, to a reader further up, too', async () => {
  const { page, hold, receive } = await enter({ viewport: { width: 390, height: 700 } })
  await say(page, 'A long one')
  await say(page, 'A long one')
  const final = hold('"is_final":true')
  await send(page, 'A long one')
  await page.locator('.line.arriving').waitFor()
  await scrollTo(page, 30)
  const pill = page.locator('.pill')
  await expect.poll(() => pill.textContent()).toBe('Latest message')
  const reply = () => final.find((message) => message.includes('bot_response'))
  await expect.poll(reply).toBeDefined()
  // As the service answers to Stop: its own reply was whole long before somebody could press it.
  const [, id] = /"message_id":"([^"]+)"/.exec(reply() ?? '') ?? []
  receive('interrupt', { message_id: id, reason: 'client_interrupt' })
  await expect.poll(() => pill.textContent()).toBe('Stopped. Latest message')
  await expect
    .poll(() => page.locator('.line.character').last().locator('.flaw').textContent())
    .toBe('Stopped')
  await pill.click()
  await expect.poll(() => belowOf(page)).toBeLessThan(2)
  await page.getByRole('button', { name: 'Ask again' }).waitFor()
})

inBrowser('Markdown is shown, and nothing that was written runs or is loaded', async () => {
  const { page, strays } = await enter()
  await say(page, 'markdown')
  const reply = page.locator('.line.character:not(.greeting-line) .bubble')
  await reply.locator('em', { hasText: 'bows' }).waitFor()
  await expect.poll(() => reply.locator('strong').innerText()).toBe('Good')
  await expect.poll(() => reply.locator('li').allInnerTexts()).toEqual(['one', 'two'])
  await expect.poll(() => reply.locator('img, script').count()).toBe(0)
  expect(await reply.locator('a').evaluateAll((links) => links.map(({ outerHTML }) => outerHTML))).toEqual([
    '<a href="https://example.org/x" rel="noopener noreferrer nofollow" target="_blank">here</a>',
    '<a href="https://example.org/p.gif" rel="noopener noreferrer nofollow" target="_blank">p</a>',
  ])
  await expect.poll(() => reply.innerText()).toContain('<img src=https://example.org/q.gif')
  expect(await page.evaluate('window.harmed')).toBeUndefined()
  expect(strays).toEqual([])
})

inBrowser('Hebrew runs from right to left, on a page that runs from left to right', async () => {
  const { page } = await enter()
  await say(page, 'hebrew')
  const directions = `[...document.querySelectorAll('.bubble p, textarea')].map((text) => getComputedStyle(text).direction)`
  await page.getByLabel('Your words').fill('שלום')
  // The greeting of the page, the message, the reply, and what is being written.
  expect(await page.evaluate(directions)).toEqual(['ltr', 'ltr', 'rtl', 'rtl'])
})

inBrowser('a reply that is broken off says why, and can be asked for again', async () => {
  const { page, hold, cut } = await enter()
  hold('"is_final":true')
  await send(page, 'Tell me a story')
  await page.locator('.line.arriving').waitFor()
  cut()
  await page.getByText('Cut off: the connection was lost').waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.locator('.line.character:last-child .below').waitFor()
  await expect
    .poll(() => page.locator('.line.visitor p').allTextContents())
    .toEqual(['Tell me a story', 'Asked again: Tell me a story'])
})

inBrowser(
  'a whole reply can be asked for again, and what was asked stands there and in the file once',
  async () => {
    const { page } = await enter()
    await say(page, 'Tell me a story')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.locator('.line.character .below').nth(1).waitFor()
    await expect
      .poll(() => page.locator('.line.visitor p').allTextContents())
      .toEqual(['Tell me a story', 'Asked again: Tell me a story'])
    await expect.poll(() => page.getByRole('button', { name: 'Ask again' }).count()).toBe(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the conversation' }).click(),
    ])
    await page.getByRole('button', { name: 'Saved' }).waitFor()
    const file = `${folder}/again.txt`
    await download.saveAs(file)
    const saved = await readFile(file, 'utf8')
    expect(saved.match(/Tell me a story/g)).toHaveLength(1)
    expect(saved).toMatch(/\[\d\d:\d\d\] You asked again\.\n/)
  },
)

inBrowser('on a phone no button brings the keyboard up', async () => {
  const { page, hold, sent } = await enter({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  const focused = () => page.evaluate<string>('document.activeElement.id')
  await page.getByLabel('Your words').waitFor()
  await expect.poll(focused).toBe('')
  await say(page, 'Tell me a story')
  await page.getByRole('button', { name: 'Ask again' }).tap()
  await page.locator('.line.character .below').nth(1).waitFor()
  await expect.poll(focused).toBe('')
  hold('"is_final":true')
  await send(page, 'A long one')
  await page.getByRole('button', { name: 'Stop' }).tap()
  await expect.poll(() => sent.some((frame) => frame.includes('client_interrupt'))).toBe(true)
  await expect.poll(focused).toBe('')
})

inBrowser('something to say is offered at the beginning alone', async () => {
  const { page } = await enter()
  const ideas = page.getByRole('list', { name: 'Something to say' })
  await ideas.getByRole('button', { name: 'Who are you?' }).click()
  await page.locator('.line.character .below').first().waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('words')
  await say(page, 'What is the price of coal?')
  await page.getByText('Bless you, I have no idea.').waitFor()
  await expect.poll(() => ideas.count()).toBe(0)
})

inBrowser('each reply has its time, and who answers is said below the field', async () => {
  const { page } = await enter()
  await say(page, 'Tell me a story')
  await expect
    .poll(() => page.locator('.line.character time').allInnerTexts())
    .toEqual([expect.stringMatching(/^\d\d:\d\d$/)])
  await page.getByText('This is an AI character: a machine answers.').waitFor()
})

inBrowser('what is too long is neither cut off nor sent, and the page says by how much', async () => {
  const { page } = await enter()
  const words = page.getByLabel('Your words')
  await words.fill('a'.repeat(3600))
  await expect.poll(() => page.locator('.length').count()).toBe(0)
  await words.fill('a'.repeat(3990))
  await page.getByText('3,990 of 4,000 characters').waitFor()
  await words.fill('a'.repeat(4012))
  await page.getByText('12 characters over the limit of 4,000').waitFor()
  await expect.poll(() => words.inputValue()).toHaveLength(4012)
  await words.press('Enter')
  await expect.poll(() => page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await expect.poll(() => page.locator('.line.visitor').count()).toBe(0)
  await words.fill('a'.repeat(4000))
  await words.press('Enter')
  await page.locator('.line.visitor').waitFor()
})

inBrowser('the field shows whole lines, however much is written', async () => {
  const { page } = await enter({ viewport: { width: 390, height: 844 } })
  const words = page.getByLabel('Your words')
  const cutOff = () =>
    page.evaluate(`(() => {
      const field = document.getElementById('words')
      const line = parseFloat(getComputedStyle(field).lineHeight)
      return [field.clientHeight % line, field.scrollTop % line]
    })()`)
  for (const lines of [1, 3, 20]) {
    await words.fill('The lamp is lit.\n'.repeat(lines).trim())
    await expect.poll(cutOff).toEqual([0, 0])
  }
  expect(await words.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
})

inBrowser('a phone shows all of a tagline, and one row to write in', async () => {
  const tagline = 'Keeper of the Gull Rock lighthouse'
  const { page } = await enter({ viewport: { width: 390, height: 844 } }, { name: 'Maren Vale', tagline })
  const cut = await page
    .getByText(tagline)
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(cut).toBe(0)
  const tall = await page.locator('.writing').evaluate(({ clientHeight }) => clientHeight)
  expect(tall).toBeLessThan(90)
})

inBrowser('a connection that stays away can be tried at once', async () => {
  const { page, cut } = await enter()
  let hasNetwork = false
  await page.routeWebSocket(/.*/, (socket) => void (hasNetwork ? socket.connectToServer() : socket.close()))
  const again = page.getByRole('button', { name: 'Try now' })
  await expect.poll(() => again.count()).toBe(0)
  cut()
  await page.getByText('The connection broke. Connecting again').waitFor()
  await again.waitFor()
  const told = await page.locator('.status p').boundingBox()
  const button = await again.boundingBox()
  expect((button?.x ?? 0) - (told?.x ?? 0) - (told?.width ?? 0)).toBeGreaterThanOrEqual(8)
  hasNetwork = true
  await again.click()
  await page.getByText('Connected', { exact: true }).waitFor()
  await expect.poll(() => again.count()).toBe(0)
})

inBrowser(
  'while there is a reply to stop, the button that sends is quiet until something is written',
  async () => {
    const { page, hold } = await enter()
    const isPlain = () =>
      page.evaluate<boolean>(
        `getComputedStyle(document.querySelector('.send')).backgroundColor === 'rgba(0, 0, 0, 0)'`,
      )
    await expect.poll(isPlain).toBe(false)
    hold('"is_final":true')
    await send(page, 'A long one')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await expect.poll(isPlain).toBe(true)
    await page.getByLabel('Your words').fill('And')
    await expect.poll(isPlain).toBe(false)
  },
)

inBrowser('Escape stops a reply wherever the focus is', async () => {
  const { page, hold, sent } = await enter()
  hold('"is_final":true')
  await send(page, 'A long one')
  await page.locator('.line.arriving').waitFor()
  await page.locator('.lines').focus()
  await page.keyboard.press('Escape')
  await expect.poll(() => sent.filter((frame) => frame.includes('client_interrupt')).length).toBe(1)
})

inBrowser(
  'with the keyboard of a phone on its side, words and the button that sends them are in sight',
  async () => {
    const { page } = await enter({ viewport: { width: 844, height: 200 }, hasTouch: true })
    await say(page, 'Tell me a story')
    await page.getByLabel('Your words').fill('One line after the other.\n'.repeat(7))
    const bottomOf = async (shown: Locator) => {
      const box = await shown.boundingBox()
      return (box?.y ?? 200) + (box?.height ?? 0)
    }
    const button = page.getByRole('button', { name: 'Send' })
    await expect.poll(() => bottomOf(button)).toBeLessThanOrEqual(200)
    await expect.poll(() => page.getByText('Once upon a time.').isVisible()).toBe(true)
    const room = async () =>
      ((await button.boundingBox())?.y ?? 0) - (await bottomOf(page.getByText('Once upon a time.')))
    await expect.poll(room).toBeGreaterThan(0)
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(200)
  },
)

inBrowser('on a phone on its side the button that starts is in sight', async () => {
  const { shareUrl } = await share()
  const { page, go } = await visitPage(browser, shareUrl, { viewport: { width: 844, height: 390 } })
  await go()
  const box = await page.getByRole('button', { name: 'Start the conversation' }).boundingBox()
  expect((box?.y ?? 390) + (box?.height ?? 0)).toBeLessThan(390)
})

inBrowser('when the visit is over the conversation stays, and is saved as text', async () => {
  const { page, link, strays } = await enter()
  await say(page, 'Tell me a story')
  await say(page, 'What is the price of coal?')
  await revokeShare(server, link.token)
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await expect.poll(() => page.locator('.lines').innerText()).toContain('Once upon a time.')
  await expect.poll(() => page.getByLabel('Your words').count()).toBe(0)
  // Nothing to say is offered any more, and saving once.
  await expect.poll(() => page.getByRole('list', { name: 'Something to say' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Save the conversation' }).count()).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.ending').getByRole('button', { name: 'Save the conversation' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Mira-Vale.txt')
  await page.locator('.ending').getByRole('button', { name: 'Saved' }).waitFor()
  await expect
    .poll(() => page.locator('.ending').getByRole('status').innerText())
    .toBe('Saved as Mira-Vale.txt')
  const file = `${folder}/saved.txt`
  await download.saveAs(file)
  expect((await readFile(file, 'utf8')).replace('\ufeff', '')).toMatch(
    // At midnight what comes then has a day of its own.
    /^Conversation with Mira Vale\n\nMira Vale: Hello there! Shall we talk\?\n\n\d{4}-\d\d-\d\d\n\n\[\d\d:\d\d\] You: Tell me a story\n\n(\d{4}-\d\d-\d\d\n\n)?\[\d\d:\d\d\] Mira Vale: Once upon a time\.\n\n(\d{4}-\d\d-\d\d\n\n)?\[\d\d:\d\d\] You: What is the price of coal\?\n\n(\d{4}-\d\d-\d\d\n\n)?\[\d\d:\d\d\] Mira Vale: Bless you, I have no idea\.\n$/,
  )
  // The browser tells that the link, whose state was asked for, is gone (410).
  expect(strays.filter((text) => !text.includes('410'))).toEqual([])
})

inBrowser('what is said before the connection is there is sent with it', async () => {
  const { shareUrl } = await share()
  const { page, go } = await visitPage(browser, shareUrl)
  let connect = () => {}
  const mayConnect = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.routeWebSocket(/.*/, async (socket) => {
    await mayConnect
    socket.connectToServer()
  })
  await go()
  await page.getByRole('button', { name: 'Start the conversation' }).click()
  await send(page, 'Tell me a story')
  await page.getByText('It will be sent when you are connected.').waitFor()
  await expect.poll(() => page.locator('.line.visitor').count()).toBe(0)
  connect()
  await page.getByText('Once upon a time.').waitFor()
  await expect.poll(() => page.locator('.waiting').count()).toBe(0)
  await expect.poll(() => page.locator('.line.visitor').count()).toBe(1)
  await expect.poll(() => page.getByLabel('Your words').inputValue()).toBe('')
})

inBrowser('what was said can be copied', async () => {
  const { page } = await enter({ permissions: ['clipboard-read', 'clipboard-write'] })
  await say(page, 'markdown')
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(MARKDOWN)
})

inBrowser('Tab stops at the last reply that can be copied, and arrows lead to the others', async () => {
  const { page, receive } = await enter()
  for (const id of ['one', 'two', 'three'])
    receive('bot_response', { message_id: id, text: `Reply ${id}`, is_final: true })
  const copies = page.getByRole('button', { name: /^Copy the reply of \d\d:\d\d$/ })
  await expect.poll(() => copies.count()).toBe(3)
  const focused = () =>
    page.evaluate<string>(`document.activeElement.closest('.line')?.querySelector('.bubble p').textContent`)
  await page.getByRole('log').focus()
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Reply three')
  for (const [key, reply] of [
    ['ArrowUp', 'two'],
    ['ArrowUp', 'one'],
    ['ArrowUp', 'one'],
    ['ArrowDown', 'two'],
  ]) {
    await page.keyboard.press(key ?? '')
    await expect.poll(focused).toBe(`Reply ${reply}`)
  }
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBe('Reply three')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toBeFalsy()
})

inBrowser('the theme is changed by hand, and stays', async () => {
  const { page } = await enter({ colorScheme: 'light' })
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  const button = page.getByRole('button', { name: 'Dark theme' })
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await page.locator('html[data-theme=dark]').waitFor()
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.reload()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(await ground()).toBe(dark)
})

const VERY_LONG = { name: 'Wolfeschlegelsteinhausen'.repeat(10), tagline: 'bergerdorff'.repeat(40) }

inBrowser.each([
  ['light', 390],
  ['dark', 390],
  ['light', 820],
  ['dark', 1440],
] as const)('a very long name breaks nothing, in %s at %i pixels', async (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 844 }, bypassCSP: true }
  const { shareUrl } = await share(VERY_LONG)
  const door = await visitPage(browser, shareUrl, look)
  await door.go()
  await door.page.getByRole('button', { name: 'Start the conversation' }).waitFor()
  expect([await overflowOf(door.page), await problemsOf(door.page)]).toEqual([0, []])
  const { page } = await enter(look, VERY_LONG)
  await say(page, `markdown ${'W'.repeat(300)}`)
  await say(page, 'hebrew')
  expect([await overflowOf(page), await problemsOf(page)]).toEqual([0, []])
})

inBrowser.each(
  [390, 820, 1440].flatMap((width) => (['light', 'dark'] as const).map((theme) => [theme, width] as const)),
)('axe finds nothing in %s at %i pixels, from the door to the end', async (colorScheme, width) => {
  const look = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true }
  const link = await share()
  const door = await visitPage(browser, link.shareUrl, look)
  const find = async (page: Page, state: string) => {
    expect([state, await problemsOf(page)]).toEqual([state, []])
    expect([state, await overflowOf(page)]).toEqual([state, 0])
  }
  await door.go()
  await door.page.getByRole('button', { name: 'Start the conversation' }).waitFor()
  await find(door.page, 'the door')

  const { page, hold, release, cut, link: own } = await enter(look, LONG_NAMED)
  await find(page, 'nothing said')
  await say(page, 'markdown')
  await find(page, 'Markdown')
  hold('bot_response')
  await send(page, 'A long one')
  await page.locator('.typing').waitFor()
  await find(page, 'writing')
  await scrollTo(page, 0)
  release()
  await page.locator('.line.character .below').nth(1).waitFor()
  hold('"is_final":true')
  await send(page, 'Tell me a story')
  await page.locator('.line.arriving').waitFor()
  await find(page, 'a reply that arrives')
  cut()
  await page.getByText('Cut off: the connection was lost').waitFor()
  await find(page, 'a lost connection')
  await page.getByText('Connected', { exact: true }).waitFor()
  await scrollTo(page, 0)
  await page.getByRole('button', { name: 'Latest message' }).waitFor()
  await find(page, 'further up')
  await revokeShare(server, own.token)
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await find(page, 'the end')
  // Nothing there can open it again; what was said is still there.
  await page.reload()
  await page.getByRole('heading', { name: 'This link has ended' }).waitFor()
  await page.locator('.ending').getByRole('button', { name: 'Save the conversation' }).waitFor()
  await find(page, 'a link that is gone')
})
