import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBodyFiles } from '../../../src/adapters/model3d/build-body.js'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import {
  enterPage,
  overflowOf,
  revokeShare,
  seriousProblems,
  shareCharacter,
  visitPage,
} from '../../support/browser/share-page.js'
import { uploadModel } from '../../support/models/upload-model.js'
import { rest } from '../../support/servers/test-server.js'

const APPEARANCE = 'A lighthouse keeper with a short grey beard, a navy coat, a yellow scarf and brown boots.'

let server: RunningServer
let browser: Browser
let model: Uint8Array
beforeAll(async () => {
  if (executablePath === undefined) return
  model = (await buildBodyFiles({ appearance: APPEARANCE, palette: [], rigged: true })).model
  server = await createServer({ logLevel: 'silent', limits: 'off' })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** A link to a character with this model. */
async function shareModel(bytes: Uint8Array): Promise<string> {
  const body = { persona: { name: 'Mira Vale', tagline: 'Keeper of the Gull Rock lighthouse' } }
  const { id } = (await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }
  await uploadModel(server, id, bytes)
  return (await shareCharacter(server, id)).shareUrl
}

/** Notes in the page which clips were shown, some of them for no more than a moment. */
const CLIPS = `
  window.clips = []
  new MutationObserver((changes) => {
    for (const { target } of changes) window.clips.push(target.dataset.clip)
  }).observe(document, { subtree: true, attributeFilter: ['data-clip'] })`

/** Notes in the page which clip is shown five frames after the greeting began: half a second of it at most. */
const GREETING = `
  let frames = 0
  const count = () => {
    const clip = document.querySelector('canvas')?.dataset.clip
    frames += window.clips.includes('wave') ? 1 : 0
    if (frames === 6) window.greeting = clip
    else requestAnimationFrame(count)
  }
  requestAnimationFrame(count)`

/** Counts in the page the frames that keep a place for a figure with nothing in it. */
const EMPTY_FRAMES = `
  window.emptyFrames = 0
  const look = () => {
    if (document.querySelector('.character-model:not(:has(canvas, img))') !== null) window.emptyFrames += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

/** A busy browser: its frames began so many milliseconds before their scripts run. */
const lateFrames = (ms: number) => `
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) => request((now) => draw(now - ${ms}))`

const LATE_MS = [0, 0, 0, 0, 0, 50, 100, 250, 500, 1000]

type Visit = { readonly look?: Parameters<Browser['newContext']>[0]; readonly scripts?: readonly string[] }

async function enter(url: string, { look, scripts = [] }: Visit = {}) {
  const visitor = await visitPage(browser, url, look)
  for (const script of [CLIPS, ...scripts]) await visitor.page.addInitScript(script)
  await visitor.go()
  await enterPage(visitor.page)
  return { ...visitor, figure: visitor.page.getByRole('img', { name: 'Mira Vale, in 3D' }) }
}

/** How many colours are to be seen of something, roughly: a blank has one. */
async function coloursOf(figure: ReturnType<Page['locator']>): Promise<number> {
  const { data, info } = await sharp(await figure.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Set<number>()
  for (let at = 0; at < data.length; at += info.channels) {
    colours.add(((data[at] ?? 0) >> 4) * 256 + ((data[at + 1] ?? 0) >> 4) * 16 + ((data[at + 2] ?? 0) >> 4))
  }
  return colours.size
}

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser.each([
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a desk in light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
] as const)(
  'on %s a character with a model waves, then stands there, and nothing is cut off',
  async (_, look) => {
    const { page, figure, strays } = await enter(await shareModel(model), {
      look: { ...look, bypassCSP: true },
    })
    await expect.poll(() => page.evaluate('clips')).toEqual(['idle', 'wave', 'idle'])
    expect(await coloursOf(figure)).toBeGreaterThan(20)
    expect(await overflowOf(page)).toBe(0)
    expect(await seriousProblems(page)).toEqual([])
    expect(strays).toEqual([])
  },
)

inBrowser('in 10 of 10 visits the character waves, also where frames are late', async () => {
  const url = await shareModel(model)
  const look = { viewport: { width: 240, height: 320 } }
  const seen: unknown[] = []
  for (const ms of LATE_MS) {
    const { page, strays } = await enter(url, { look, scripts: [lateFrames(ms), GREETING] })
    await expect.poll(() => page.evaluate('window.greeting')).toBeDefined()
    seen.push({ ms, clip: await page.evaluate('window.greeting'), strays })
    await page.context().close()
  }
  expect(seen).toEqual(LATE_MS.map((ms) => ({ ms, clip: 'wave', strays: [] })))
})

inBrowser('who wants no movement gets a picture that holds still', async () => {
  const { page, figure, strays } = await enter(await shareModel(model), { look: { reducedMotion: 'reduce' } })
  await page.locator('canvas[aria-busy=false]').waitFor()
  const holdsStill = async () => {
    const before = await figure.screenshot()
    await page.waitForTimeout(500)
    return (await figure.screenshot()).equals(before)
  }
  // The poster fades first. A figure that moves never holds still.
  await expect.poll(holdsStill).toBe(true)
  expect(await coloursOf(figure)).toBeGreaterThan(20)
  expect(strays).toEqual([])
})

inBrowser('the page says how the figure is moved, and a button brings back the first view', async () => {
  const { page, figure, strays } = await enter(await shareModel(model), { look: { reducedMotion: 'reduce' } })
  const help = page.locator('p.view-help')
  await help.getByText('Drag to turn, wheel to zoom').waitFor()
  await page.keyboard.press('Shift+Tab')
  await figure.focus()
  await help.getByText('Arrows turn').waitFor()
  expect(await help.getByText('Drag to turn').filter({ visible: true }).count()).toBe(0)
  const first = page.getByRole('button', { name: 'Reset view' })
  expect(await first.count()).toBe(0)
  await figure.press('+')
  await first.click()
  expect(await first.count()).toBe(0)
  expect(await page.evaluate('document.activeElement.tagName')).toBe('CANVAS')
  await figure.hover()
  await page.mouse.wheel(0, -100)
  await first.waitFor()
  expect(strays).toEqual([])
})

/** More than a screen of it, in three turns. */
const LONG = 'The boats come home with their lamps lit. '.repeat(12)
const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const

inBrowser(
  'on a phone the figure grows small by itself, and a tap on the portrait brings it back',
  async () => {
    const { page, figure, strays } = await enter(await shareModel(model), { look: PHONE })
    const say = async (text: string, turns: number) => {
      await page.getByLabel('Your words').fill(text)
      await page.keyboard.press('Enter')
      await page
        .locator('.line.character .below')
        .nth(turns - 1)
        .waitFor()
    }
    const portrait = page.getByRole('button', { name: 'Show Mira Vale in 3D' })
    const theme = page.locator('.character-model').getByRole('button', { name: 'Dark theme' })
    const themeBelow = page.locator('.footnote').getByRole('button', { name: 'Dark theme' })
    await theme.waitFor()
    for (const turn of [1, 2]) await say(LONG, turn)
    expect([await figure.isVisible(), await portrait.isVisible()]).toEqual([true, false])
    expect(await themeBelow.isVisible()).toBe(false)
    await say(LONG, 3)
    await portrait.waitFor()
    // That it is no picture alone is seen.
    expect(await portrait.locator('.icon').isVisible()).toBe(true)
    expect([await figure.isVisible(), await theme.isVisible()]).toEqual([false, false])
    // Wherever the figure is, the theme can be changed.
    await themeBelow.waitFor()
    const tagline = page.locator('.who p')
    expect(await tagline.evaluate((p) => p.scrollHeight - p.clientHeight)).toBe(0)
    await portrait.click()
    await figure.waitFor()
    await themeBelow.waitFor({ state: 'hidden' })
    expect(await portrait.isVisible()).toBe(false)
    // What is read when somebody scrolls up stays at its place.
    const place = `Math.round(document.querySelectorAll('.line.visitor')[1].getBoundingClientRect().top)`
    const before = await page.evaluate<number>(`document.querySelector('.lines').scrollBy(0, -60), ${place}`)
    await portrait.waitFor()
    const moved = async () => Math.abs((await page.evaluate<number>(place)) - before)
    await expect.poll(moved).toBeLessThan(3)
    expect(strays).toEqual([])
  },
)

inBrowser('a small phone begins with the portrait', async () => {
  const look = { viewport: { width: 320, height: 568 } }
  const { page, figure } = await enter(await shareModel(model), { look })
  expect(await figure.isVisible()).toBe(false)
  expect(await overflowOf(page)).toBe(0)
})

inBrowser.each([
  ['a small window', { width: 900, height: 700 }],
  ['a phone on its side', { width: 844, height: 390 }],
])('in %s the figure stands beside the words, in all its height', async (_, viewport) => {
  const { page, figure } = await enter(await shareModel(model), { look: { viewport } })
  const [stage, words] = [await figure.boundingBox(), await page.locator('.lines').boundingBox()]
  expect(stage?.height).toBeGreaterThan(0.9 * viewport.height)
  expect(words?.x).toBeGreaterThan((stage?.x ?? 0) + (stage?.width ?? 0))
})

inBrowser(
  'the door shows the figure before anything of it is loaded, and what can be done there',
  async () => {
    const body = { persona: { name: 'Mira Vale' }, appearance: APPEARANCE }
    const { id } = (await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }
    await rest(server, 'POST', `/api/v1/characters/${id}/model`, { rigged: true })
    await expect
      .poll(async () => (await rest(server, 'GET', `/api/v1/characters/${id}/model`)).body, {
        timeout: 60_000,
      })
      .toMatchObject({ modelStatus: 'ready' })
    const { token, shareUrl } = await shareCharacter(server, id)
    const visitor = await visitPage(browser, shareUrl)
    const loaded: string[] = []
    visitor.page.on('request', (request) => void loaded.push(request.url()))
    await visitor.go()
    const poster = visitor.page.locator('.figure img')
    const width = () => visitor.page.evaluate<number>("document.querySelector('.figure img').naturalWidth")
    await expect.poll(width).toBe(512)
    const picture = await poster.getAttribute('src')
    expect(await visitor.page.getByRole('listitem').allInnerTexts()).toContain('Meet in 3D')
    expect(loaded.filter((url) => url.endsWith('.glb') || url.includes('three'))).toEqual([])
    await visitor.page.getByRole('button', { name: 'Start the conversation' }).click()
    // It stands in for the figure until that is drawn, and is gone before that appears: there are never two heads.
    expect(await visitor.page.locator('.character-model img').getAttribute('src')).toBe(picture)
    // A small portrait of a whole figure would be one of its coat.
    expect(await visitor.page.locator('header > .of-figure img').getAttribute('src')).toBe(picture)
    await visitor.page.locator('.character-model.drawn').waitFor()
    const fading = (what: string) =>
      visitor.page.evaluate<string[]>(
        `['Duration', 'Delay'].map((of) => getComputedStyle(document.querySelector('.character-model ${what}'))['transition' + of])`,
      )
    const [[gone], [, begun]] = [await fading('img'), await fading('canvas')]
    expect(gone).toBe(begun)
    expect(visitor.strays).toEqual([])
    await visitor.page.getByLabel('Your words').fill('Good evening')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.locator('.line.character .below').waitFor()
    // A link that has ended tells nothing of the character; the tab still shows who was there.
    const accent = `document.documentElement.style.getPropertyValue('--accent')`
    const before = await visitor.page.evaluate(accent)
    await revokeShare(server, token)
    await visitor.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await visitor.page.reload()
    await visitor.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    expect(await visitor.page.locator('header > .of-figure img').getAttribute('src')).toBe(picture)
    await expect.poll(() => visitor.page.evaluate(accent)).toBe(before)
  },
)

inBrowser(
  'a model that cannot be shown leaves the avatar, and no frame shows an empty place for it',
  async () => {
    const { page, figure } = await enter(
      await shareModel(emptyGlb({ extensionsRequired: ['KHR_draco_mesh_compression', 'EXT_none'] })),
      { scripts: [EMPTY_FRAMES] },
    )
    await figure.waitFor({ state: 'detached' })
    expect(await page.locator('.avatar').textContent()).toBe('M')
    expect(await page.evaluate('window.emptyFrames')).toBe(0)
  },
)

/** A file of a model that says so much of itself. */
function emptyGlb(about: object): Uint8Array {
  const json = Buffer.from(
    JSON.stringify({
      asset: { version: '2.0' },
      meshes: [{ primitives: [{ attributes: { POSITION: 7 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      scene: 0,
      ...about,
    }),
  )
  const padded = Buffer.concat([json, Buffer.alloc(-json.length & 3, 32)])
  const head = Buffer.alloc(20)
  head.write('glTF', 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + padded.length, 8)
  head.writeUInt32LE(padded.length, 12)
  head.write('JSON', 16)
  return Buffer.concat([head, padded])
}
