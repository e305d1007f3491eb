import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderModelPage } from '../../../src/cli/models/model-file.js'
import { recordSpokenReply } from '../../../src/cli/models/spoken-reply.js'
import { createClient } from '../../../src/client/create-client.js'
import { getCharacter } from '../../../src/contract/characters.js'
import { getModelStatus } from '../../../src/contract/models.js'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath, openContext, WINDOWS } from '../../support/browser/browser.js'
import { overflowOf, seriousProblems } from '../../support/browser/share-page.js'
import { watchCanvas } from '../../support/browser/watch-canvas.js'
import { rest, temporaryFolder } from '../../support/servers/test-server.js'

const WRITTEN_AT = '2030-01-02T12:34:56.000Z'
const LINE = 'The harbour lies behind the long wall, and every evening the boats come home to it, one by one.'
const NAME = 'Mira </script><img src=x onerror=alert(1)>'
let server: RunningServer
let browser: Browser
let page = ''
/** The same, with a line that the character says. */
let speaking = ''
/** The same figure without a skeleton. */
let stiff = ''

/** The page of a rigged model that was really built. */
beforeAll(async () => {
  if (executablePath === undefined) return
  server = await createServer({ logLevel: 'silent', limits: 'off' })
  browser = await connectBrowser()
  const appearance = 'A tall woman with long red hair, a green coat and black boots'
  const body = { persona: { name: NAME }, appearance, text_only: false }
  const { id } = (await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }
  const client = createClient(server.ready)
  const params = { characterId: id }
  const pageOf = async (rigged: boolean) => {
    await rest(server, 'POST', `/api/v1/characters/${id}/model`, { rigged })
    while ((await client.call(getModelStatus, { params })).modelStatus !== 'ready');
    const character = await client.call(getCharacter, { params })
    const url = character.model_url ?? ''
    const none = { poster: null, notShown: [], spoken: null }
    const content = { character, url, ...none, writtenAt: WRITTEN_AT }
    return { content, html: await renderModelPage(content, AbortSignal.timeout(100_000)) }
  }
  stiff = (await pageOf(false)).html
  const { content, html } = await pageOf(true)
  page = html
  const speech = { say: LINE }
  const spoken = await recordSpokenReply(client, {
    characterId: id,
    playerId: 'ada',
    idleTimeoutMs: 60_000,
    speech,
  })
  speaking = await renderModelPage({ ...content, spoken }, AbortSignal.timeout(100_000))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Opened from its file, as the command does; whatever it asks of any other place, and every complaint, is noted. */
async function open(look: Parameters<Browser['newContext']>[0] = {}, content = page, script = '') {
  const file = join(await temporaryFolder(), 'model.html')
  await writeFile(file, content)
  const context = await openContext(browser, { viewport: { width: 400, height: 360 }, ...look })
  const visited = await context.newPage()
  const canvas = await watchCanvas(visited)
  await visited.addInitScript(script)
  const strays: string[] = []
  visited.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) strays.push(request.url())
  })
  visited.on('console', (message) => {
    if (message.type() === 'error') strays.push(message.text())
  })
  visited.on('pageerror', (error) => strays.push(String(error)))
  await visited.goto(pathToFileURL(file).href)
  await visited.locator('body[data-state]').waitFor()
  return { page: visited, strays, canvas }
}

/** The share of pixels in the middle of the stage that differ much from its corner. */
async function drawnShare(visited: Page): Promise<number> {
  const { data, info } = await sharp(await visited.locator('#stage').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = 3 * (y * info.width + x)
    return [...data.subarray(start, start + 3)]
  }
  const corner = at(2, 2)
  let drawn = 0
  let count = 0
  for (let x = Math.floor(info.width * 0.35); x < info.width * 0.65; x += 3) {
    for (let y = Math.floor(info.height * 0.1); y < info.height * 0.85; y += 3) {
      count += 1
      const far = at(x, y).some((channel, index) => Math.abs(channel - (corner[index] ?? 0)) > 70)
      if (far) drawn += 1
    }
  }
  return drawn / count
}

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('in the dark the page shows a model, and asks nobody for anything', async () => {
  const { page: visited, strays } = await open({ colorScheme: 'dark' })
  await expect.poll(() => drawnShare(visited)).toBeGreaterThan(0.1)
  expect(await visited.locator('#title').textContent()).toBe(NAME)
  expect(strays).toEqual([])
})

/** Always with the frame of the focus around it, so that only the model makes a difference. */
async function pictureOf(visited: Page): Promise<Buffer> {
  const stage = visited.locator('#stage')
  await stage.press('Shift')
  return stage.screenshot()
}

/** Waits until two pictures are equal. */
const standsStill = (visited: Page) =>
  expect.poll(async () => (await pictureOf(visited)).equals(await pictureOf(visited))).toBe(true)

inBrowser(
  'clips are chosen by button or key, and the model is turned, zoomed, moved and stopped',
  async () => {
    const { page: visited, strays } = await open({ colorScheme: 'light' })
    const pause = visited.locator('#pause')
    const clips = visited.locator('#clips button')
    const stage = visited.locator('#stage')
    const names = await clips.allTextContents()
    expect(names).toEqual(expect.arrayContaining(['Stand', 'Walk', 'Wave', 'Gesture', 'Rest pose']))
    await stage.press('2')
    expect(await visited.locator('#clips [aria-pressed="true"]').textContent()).toBe(names[1])
    await pause.click()
    await standsStill(visited)
    const walking = await pictureOf(visited)
    await visited.getByRole('button', { name: 'Rest pose' }).click()
    await expect.poll(async () => (await pictureOf(visited)).equals(walking)).toBe(false)
    const front = await pictureOf(visited)
    expect(await drawnShare(visited)).toBeGreaterThan(0.1)
    for (const keys of [Array(4).fill('ArrowRight'), Array(3).fill('+'), Array(3).fill('Shift+ArrowUp')]) {
      for (const key of keys) await stage.press(key)
      await expect.poll(async () => (await pictureOf(visited)).equals(front)).toBe(false)
      await stage.press('0')
      await expect.poll(async () => (await pictureOf(visited)).equals(front)).toBe(true)
    }
    await stage.press('Space')
    expect(await pause.isDisabled()).toBe(true)
    await stage.press('2')
    expect(await pause.textContent()).toBe('Pause')
    expect(strays).toEqual([])
  },
)

/** The share of the picture that is nearly black, as the boots are. */
async function darkShare(visited: Page): Promise<number> {
  const { data } = await sharp(await visited.locator('#stage').screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let dark = 0
  for (let at = 0; at < data.length; at += 3)
    if ([0, 1, 2].every((channel) => (data[at + channel] ?? 0) < 60)) dark += 1
  return (3 * dark) / data.length
}

inBrowser('face and feet are looked at closely by a button, and whatever the wheel turns over', async () => {
  const { page: visited } = await open(LARGE)
  await visited.getByRole('button', { name: 'Rest pose' }).click()
  await standsStill(visited)
  const whole = await pictureOf(visited)
  const bootsOfAll = await darkShare(visited)
  await visited.getByRole('button', { name: 'Feet' }).click()
  await expect.poll(() => darkShare(visited)).toBeGreaterThan(2 * bootsOfAll)
  await visited.getByRole('button', { name: 'Whole' }).click()
  await expect.poll(async () => (await pictureOf(visited)).equals(whole)).toBe(true)
  const box = await visited.locator('#stage').boundingBox()
  if (box === null) throw new Error('No stage')
  await visited.mouse.move(box.x + box.width / 2, box.y + box.height * 0.88)
  for (const _ of [1, 2, 3, 4, 5, 6]) await visited.mouse.wheel(0, -200)
  await expect.poll(() => darkShare(visited)).toBeGreaterThan(2 * bootsOfAll)
  for (const name of ['Turn left', 'Turn right', 'Zoom out', 'Zoom in']) {
    const before = await pictureOf(visited)
    await visited.getByRole('button', { name }).click()
    await expect.poll(async () => (await pictureOf(visited)).equals(before)).toBe(false)
  }
})

inBrowser('a model without clips says why, and by which command it has some', async () => {
  const { page: visited } = await open({ viewport: { width: 400, height: 800 } }, stiff)
  await visited.getByText('This model was made without a skeleton').waitFor()
  expect(await visited.locator('#no-clips code').textContent()).toMatch(
    /^parley model generate [0-9a-f-]{36} --rigged --wait$/,
  )
  expect(await visited.getByRole('button', { name: 'Pause' }).isVisible()).toBe(false)
  expect(await visited.locator('#last-clip').isVisible()).toBe(false)
  expect(await visited.getByRole('heading', { name: 'Face' }).isVisible()).toBe(false)
  expect(await seriousProblems(visited)).toEqual([])
})

inBrowser('the page shows the keys, the size and the date of the model, and saves its file', async () => {
  const { page: visited } = await open()
  expect(await visited.locator('#facts').textContent()).toMatch(/Height1\.\d\d m.*Page written2 Jan 2030/)
  expect(await visited.locator('#keys').textContent()).toMatch(/turn.*move.*zoom.*1 to 5.*movement.*pause/s)
  expect(await visited.locator('#voice-command').textContent()).toMatch(
    /^parley model view .* --say 'Hello!'$/,
  )
  const [download] = await Promise.all([
    visited.waitForEvent('download'),
    visited.getByRole('link', { name: 'Save the model' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Mira-.*\.glb$/)
})

inBrowser(
  'nothing is cut off on a phone, axe finds no serious problem, and light and dark are changed by hand',
  async () => {
    const { page: visited } = await open({
      bypassCSP: true,
      viewport: { width: 360, height: 640 },
      reducedMotion: 'reduce',
    })
    expect(await overflowOf(visited)).toBe(0)
    expect(await seriousProblems(visited)).toEqual([])
    const paper = () => visited.evaluate('getComputedStyle(document.body).backgroundColor')
    const before = await paper()
    await visited.getByRole('button', { name: 'Dark colours' }).click()
    expect(await paper()).not.toBe(before)
    expect(await seriousProblems(visited)).toEqual([])
  },
)

inBrowser('who asked for less motion sees a model that stands', async () => {
  const { page: visited } = await open({ reducedMotion: 'reduce' })
  expect(await visited.locator('#pause').textContent()).toBe('Play')
  await expect.poll(() => drawnShare(visited)).toBeGreaterThan(0.1)
})

test('the policy of the page names its own script and style alone', async () => {
  const { readBuiltPage } = await import('../../../src/runtime/process/package-root.js')
  const built = await readBuiltPage('model-view')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(built) ?? []
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src blob: data:; media-src blob:; connect-src blob:; base-uri 'none'; form-action 'none'$/,
  )
  expect(built).toContain('This page contains three:')
})

/** Round the mouth and on the coat, where the page shows the face. */
const MOUTH = [0.42, 0.56, 0.16, 0.16] as const
const COAT = [0.3, 0.9, 0.4, 0.1] as const
const LARGE = { reducedMotion: 'reduce', viewport: { width: 1000, height: 600 } } as const

/** Shows the face, and waits until it is drawn. */
async function showFace(visited: Page): Promise<void> {
  await visited.getByRole('button', { name: 'Face' }).click()
  await visited.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

inBrowser(
  'while the character speaks its mouth moves, and rests after, also where clips stand still',
  async () => {
    const { page: visited, strays, canvas } = await open(LARGE, speaking)
    expect(await visited.locator('#line').textContent()).toBe(LINE)
    await visited.getByRole('button', { name: 'Gesture', exact: true }).click()
    await visited.getByRole('button', { name: 'Pause' }).click()
    await showFace(visited)
    await canvas.begin([MOUTH, COAT])
    await visited.getByRole('button', { name: 'Speak' }).click()
    await visited.getByRole('button', { name: 'Stop' }).waitFor()
    await visited.getByRole('button', { name: 'Speak' }).waitFor()
    const frames = await canvas.seen()
    const mouth = frames.map(([share = 0]) => share)
    expect(Math.max(...mouth)).toBeGreaterThan(0.05)
    // In more than one shape.
    expect(new Set(mouth).size).toBeGreaterThan(3)
    expect(Math.max(...frames.map(([, share = 0]) => share))).toBe(0)
    await expect.poll(canvas.now).toEqual([0, 0])
    expect(strays).toEqual([])
  },
)

inBrowser('a slider moves its blendshape, and Neutral brings the face back', async () => {
  const { page: visited, canvas } = await open(LARGE)
  await showFace(visited)
  await canvas.begin([MOUTH])
  await visited.locator('#blendshapes summary', { hasText: 'Jaw' }).click()
  await visited.getByLabel('jawOpen').fill('1')
  await expect.poll(async () => (await canvas.now())[0]).toBeGreaterThan(0.05)
  await visited.getByRole('button', { name: 'Neutral' }).click()
  await expect.poll(canvas.now).toEqual([0])
  expect(await visited.locator('#facts').textContent()).toMatch(
    /Bones24.*Clipsidle \(Stand\), walk, wave, talk \(Gesture\).*Face shapes52, of which 49 move \(not cheekPuff, nose/,
  )
})

inBrowser('sliders are grouped, and on a phone the figure stays in sight beside them', async () => {
  const { page: visited } = await open({ ...LARGE, viewport: { width: 390, height: 844 } })
  const groups = visited.locator('#blendshapes summary')
  expect(await groups.allTextContents()).toEqual([
    ...['Eyes14 shapes', 'Brows5 shapes', 'Jaw4 shapes', 'Mouth23 shapes', 'Cheeks and nose5 shapes'],
    'Tongue1 shape',
  ])
  for (const group of await groups.all()) await group.click()
  const slider = visited.getByLabel('tongueOut')
  await slider.scrollIntoViewIfNeeded()
  await slider.focus()
  const [picture, place] = [await visited.locator('#picture').boundingBox(), await slider.boundingBox()]
  if (picture === null || place === null) throw new Error('Nothing is shown')
  expect(picture.y).toBe(0)
  expect(picture.height).toBeGreaterThan(300)
  expect(place.y).toBeGreaterThan(picture.y + picture.height)
  await slider.fill('1')
  expect(await visited.locator('label', { hasText: 'tongueOut' }).locator('.value').textContent()).toBe(
    '1.00',
  )
})

inBrowser('keys work wherever the focus is, and the page says what the figure does', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' })
  const status = visited.locator('#status')
  await visited.keyboard.press('2')
  expect(await status.textContent()).toBe('Walking')
  await visited.keyboard.press('Space')
  expect(await status.textContent()).toBe('Paused: walking')
  await visited.keyboard.press('9')
  expect(await status.textContent()).toBe('There is no movement 9: the last is 5')
  const colours = visited.getByRole('button', { name: 'Dark colours' })
  await colours.press('Space')
  expect(await visited.locator('#pause').textContent()).toBe('Play')
  await visited.getByRole('button', { name: 'Light colours' }).press('5')
  expect(await status.textContent()).toBe('Rest pose')
  await visited.locator('#blendshapes summary', { hasText: 'Jaw' }).click()
  const slider = visited.getByLabel('jawOpen')
  await slider.press('ArrowRight')
  expect(await slider.inputValue()).toBe('0.01')
  await slider.press('1')
  expect(await status.textContent()).toBe('Standing, breathing')
})

inBrowser('keys can be switched off, but for the figure while it has the focus', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' })
  const status = visited.locator('#status')
  const choice = visited.getByLabel('Keys work everywhere on the page')
  await choice.uncheck()
  await choice.press('2')
  await visited.getByRole('button', { name: 'Dark colours' }).press('2')
  expect(await status.textContent()).toBe('Standing, breathing')
  await visited.locator('#stage').press('2')
  expect(await status.textContent()).toBe('Walking')
  await choice.check()
  await visited.getByRole('button', { name: 'Dark colours' }).press('3')
  expect(await status.textContent()).toBe('Waving')
})

/** The page of the figure that speaks, and waves meanwhile. */
const waving = () => speaking.replace(/"actions":\[[^\]]*\]/, '"actions":[{"at":0,"name":"wave"}]')

/** Notes in the page what its status has said. */
const STATUSES = `
  window.statuses = []
  new MutationObserver(() => window.statuses.push(document.getElementById('status').textContent))
    .observe(document.getElementById('status'), { childList: true })`

inBrowser('the status tells both what is said and what is done, and moves nothing', async () => {
  const { page: visited, strays } = await open({ viewport: { width: 390, height: 844 } }, waving())
  const top = () => visited.evaluate("document.querySelector('main').getBoundingClientRect().top + scrollY")
  const before = await top()
  await visited.evaluate(STATUSES)
  await visited.getByRole('button', { name: 'Speak' }).click()
  await expect.poll(() => visited.evaluate('statuses')).toContain('Speaking and waving')
  await visited.getByRole('button', { name: 'Speak' }).waitFor()
  await visited.getByRole('button', { name: 'Rest pose' }).click()
  expect(await visited.locator('#status').textContent()).toBe('Rest pose')
  expect(await top()).toBe(before)
  await visited.evaluate('statuses.length = 0')
  // Who wants it to stand still sees the mouth move, and nothing else.
  await visited.getByRole('button', { name: 'Speak' }).click()
  await visited.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => visited.evaluate('statuses')).toEqual(['Speaking', 'Rest pose'])
  expect(strays).toEqual([])
})

inBrowser('on a phone the figure is seen, turned, heard and moved in the first screen', async () => {
  const { page: visited } = await open({ viewport: { width: 390, height: 844 } }, speaking)
  for (const name of ['Face', 'Zoom in', 'Speak', 'Wave', 'Pause', '¼×']) {
    const box = await visited.getByRole('button', { name, exact: true }).boundingBox()
    expect([name, box !== null && box.y + box.height < 844]).toEqual([name, true])
  }
})

inBrowser('sliders have plain names, and those that move nothing say so', async () => {
  const { page: visited } = await open(LARGE)
  for (const group of await visited.locator('#blendshapes summary').all()) await group.click()
  const jaw = visited.locator('#blendshapes details', { hasText: 'Jaw' }).locator('label').first()
  expect(await jaw.textContent()).toMatch(/^Open jawOpen/)
  expect(await visited.getByLabel('cheekPuff').isDisabled()).toBe(true)
  expect(await visited.locator('#blendshapes input:disabled').count()).toBe(3)
  expect(await visited.getByText('cheekPuff: moves nothing here').isVisible()).toBe(true)
})

inBrowser('what is chosen plays, also after a pause, and the rest pose has nothing to pause', async () => {
  const { page: visited } = await open(LARGE)
  const [status, pause] = [visited.locator('#status'), visited.locator('#pause')]
  const choose = (name: string) => visited.getByRole('button', { name, exact: true }).click()
  expect(await status.textContent()).toBe('Paused: standing, breathing')
  await choose('Walk')
  expect([await status.textContent(), await pause.textContent()]).toEqual(['Walking', 'Pause'])
  await expect.poll(async () => (await pictureOf(visited)).equals(await pictureOf(visited))).toBe(false)
  await choose('Pause')
  expect([await status.textContent(), await pause.textContent()]).toEqual(['Paused: walking', 'Play'])
  await standsStill(visited)
  await choose('Rest pose')
  expect(await pause.isDisabled()).toBe(true)
  await choose('Wave')
  expect(await status.textContent()).toBe('Waving')
})

/** Each frame is a tenth of a second after the one before, as they are where nothing draws fast. */
const SLOW_FRAMES = `
  const request = requestAnimationFrame
  let [time, last] = [0, 0]
  window.requestAnimationFrame = (callback) => request((now) => {
    if (now !== last) time += 100
    last = now
    callback(time)
  })`
/** Of the face, where it is shown. */
const EYES = [0.35, 0.38, 0.3, 0.16] as const

inBrowser('in the rest pose nobody blinks', async () => {
  const { page: visited, canvas } = await open({ viewport: { width: 400, height: 360 } }, page, SLOW_FRAMES)
  await visited.getByRole('button', { name: 'Rest pose' }).click()
  await showFace(visited)
  await standsStill(visited)
  await canvas.begin([EYES])
  await visited.getByRole('button', { name: 'Eyes shut' }).click()
  await expect.poll(async () => (await canvas.now())[0]).toBeGreaterThan(0.05)
  await visited.getByRole('button', { name: 'Neutral' }).click()
  await expect.poll(canvas.now).toEqual([0])
  const before = (await canvas.seen()).length
  // Twice the time in which one blinks.
  await expect.poll(async () => (await canvas.seen()).length - before).toBeGreaterThan(80)
  const after = (await canvas.seen()).slice(before)
  expect(Math.max(...after.map(([share = 0]) => share))).toBe(0)
})

inBrowser('an expression is one click, and shows the face', async () => {
  const { page: visited, canvas } = await open(LARGE)
  await showFace(visited)
  await canvas.begin([MOUTH])
  await visited.getByRole('button', { name: 'Feet' }).click()
  const surprised = visited.getByRole('button', { name: 'Surprised' })
  await surprised.click()
  expect(await visited.getByRole('button', { name: 'Face' }).getAttribute('aria-pressed')).toBe('true')
  expect(await surprised.getAttribute('aria-pressed')).toBe('true')
  expect(await visited.locator('input[name="eyeWideRight"]').inputValue()).toBe('1')
  await expect.poll(async () => (await canvas.now())[0]).toBeGreaterThan(0.02)
  await visited.getByRole('button', { name: 'Neutral' }).click()
  await expect.poll(canvas.now).toEqual([0])
  expect(await surprised.getAttribute('aria-pressed')).toBe('false')
  expect(await seriousProblems(visited)).toEqual([])
})

inBrowser('one slider moves both of a pair, or each its own', async () => {
  const { page: visited } = await open(LARGE)
  await visited.locator('#blendshapes summary', { hasText: 'Mouth' }).click()
  const [left, right] = [
    visited.locator('input[name="mouthSmileLeft"]'),
    visited.locator('input[name="mouthSmileRight"]'),
  ]
  await left.fill('0.5')
  expect([await right.inputValue(), await right.isVisible()]).toEqual(['0.5', false])
  await visited.getByLabel('Left and right together').uncheck()
  await left.fill('1')
  expect([await right.inputValue(), await right.isVisible()]).toEqual(['0.5', true])
  // Together again, a side that differs is kept, and named, until one of them is moved.
  await visited.getByLabel('Left and right together').check()
  const smile = visited.locator('.shape', { has: left })
  const shown = () => smile.locator('.value').textContent()
  expect([await right.inputValue(), await shown()]).toEqual(['0.5', '1.00, right 0.50'])
  await left.fill('0.8')
  expect([await right.inputValue(), await shown()]).toEqual(['0.8', '0.80'])
})

inBrowser('a shape goes back to 0 by itself, and a closed group says that some of its are set', async () => {
  const { page: visited } = await open(LARGE)
  const mouth = visited.locator('#blendshapes summary', { hasText: 'Mouth' })
  await mouth.click()
  const smile = visited.locator('input[name="mouthSmileLeft"]')
  const back = visited.getByRole('button', { name: 'Smile, left: back to 0' })
  expect(await back.isVisible()).toBe(false)
  await smile.fill('0.5')
  await visited.locator('input[name="mouthFunnel"]').fill('0.3')
  await mouth.click()
  expect(await mouth.textContent()).toBe('Mouth23 shapes, 3 set')
  await mouth.click()
  await back.click()
  expect([
    await smile.inputValue(),
    await visited.locator('input[name="mouthSmileRight"]').inputValue(),
  ]).toEqual(['0', '0'])
  expect(await mouth.textContent()).toBe('Mouth23 shapes, 1 set')
  expect(await back.isVisible()).toBe(false)
  expect(await visited.evaluate('document.activeElement.name')).toBe('mouthSmileLeft')
})

inBrowser('Neutral stays in sight beside the last of the sliders', async () => {
  for (const [width, height] of WINDOWS) {
    const { page: visited } = await open({ ...LARGE, viewport: { width, height } })
    for (const group of ['Mouth', 'Tongue'])
      await visited.locator('#blendshapes summary', { hasText: group }).click()
    const slider = visited.getByLabel('tongueOut')
    await slider.focus()
    await visited.evaluate("document.activeElement.scrollIntoView({ block: 'start' })")
    const [neutral, place] = [
      await visited.getByRole('button', { name: 'Neutral' }).boundingBox(),
      await slider.boundingBox(),
    ]
    if (neutral === null || place === null) throw new Error('Something is not shown')
    // None of the row is beyond its edge.
    const row = await visited.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
      document.getElementById('expressions'))`)
    expect([width, row]).toEqual([width, 0])
    const picture = await visited.locator('#viewer').boundingBox()
    const top = width < 1000 ? (picture?.y ?? 0) + (picture?.height ?? 0) : 0
    expect([width, neutral.y >= top, neutral.y + neutral.height <= place.y]).toEqual([width, true, true])
    expect([width, await overflowOf(visited)]).toEqual([width, 0])
  }
})

inBrowser('the view that is shown is pressed until the camera is moved', async () => {
  const { page: visited } = await open(LARGE)
  const pressed = () => visited.locator('#views [aria-pressed="true"]').allTextContents()
  const choose = (name: string) => visited.getByRole('button', { name, exact: true }).click()
  expect(await pressed()).toEqual(['Whole', '¾'])
  await choose('Behind')
  expect(await pressed()).toEqual(['Whole', 'Behind'])
  await choose('Face')
  expect(await pressed()).toEqual(['Face', 'Front'])
  await choose('Behind')
  expect(await pressed()).toEqual(['Face', 'Behind'])
  await choose('Mouth')
  expect(await pressed()).toEqual(['Mouth', 'Front'])
  await choose('Face')
  await choose('Left')
  expect(await pressed()).toEqual(['Face', 'Left'])
  await visited.locator('#stage').press('ArrowLeft')
  expect(await pressed()).toEqual([])
  await visited.locator('#stage').press('0')
  expect(await pressed()).toEqual(['Whole', '¾'])
  const box = await visited.locator('#stage').boundingBox()
  if (box === null) throw new Error('No stage')
  await visited.mouse.move(box.x + 100, box.y + 100)
  await visited.mouse.down()
  await visited.mouse.move(box.x + 200, box.y + 100)
  await visited.mouse.up()
  await expect.poll(pressed).toEqual([])
})

inBrowser('how much is shown and from which side are chosen apart, and a side is seen level', async () => {
  const { page: visited } = await open(LARGE)
  const pressed = () => visited.locator('#views [aria-pressed="true"]').allTextContents()
  const choose = (name: string) => visited.getByRole('button', { name, exact: true }).click()
  await choose('Rest pose')
  await choose('Left')
  await standsStill(visited)
  const left = await pictureOf(visited)
  await choose('Feet')
  expect(await pressed()).toEqual(['Feet', 'Left'])
  await choose('Whole')
  expect(await pressed()).toEqual(['Whole', 'Left'])
  await expect.poll(async () => (await pictureOf(visited)).equals(left)).toBe(true)
  for (const _ of [1, 2, 3]) await visited.locator('#stage').press('ArrowUp')
  await expect.poll(async () => (await pictureOf(visited)).equals(left)).toBe(false)
  await choose('Left')
  expect(await pressed()).toEqual(['Left'])
  await expect.poll(async () => (await pictureOf(visited)).equals(left)).toBe(true)
  // The face is looked at from where the figure was, unless that was behind it.
  for (const expression of ['Smile', 'Sad']) {
    await choose(expression)
    expect(await pressed()).toEqual(['Face', 'Left'])
  }
  await choose('Behind')
  await choose('Angry')
  expect(await pressed()).toEqual(['Face', 'Front'])
  await choose('Three-quarter view')
  await choose('Whole')
  expect(await pressed()).toEqual(['Whole', '¾'])
  // Who has chosen it sees the face from there, too.
  await choose('Mouth')
  await choose('Smile')
  expect(await pressed()).toEqual(['Face', '¾'])
})

inBrowser('Space pauses and continues the movement that was clicked', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' })
  const status = visited.locator('#status')
  const walk = visited.getByRole('button', { name: 'Walk', exact: true })
  await walk.click()
  await visited.keyboard.press('Space')
  expect(await status.textContent()).toBe('Paused: walking')
  await visited.keyboard.press('Space')
  expect(await status.textContent()).toBe('Walking')
  await visited.keyboard.press('Space')
  // A pointer has Pause for that: what it chooses plays.
  await walk.click()
  expect(await status.textContent()).toBe('Walking')
  await visited.getByRole('button', { name: 'Wave', exact: true }).press('Space')
  expect(await status.textContent()).toBe('Waving')
})

/** Notes in the page which words of the line were marked. */
const MARKS = `
  window.marks = []
  new MutationObserver(() => {
    const text = document.querySelector('mark').textContent
    if (text !== '' && text !== window.marks.at(-1)) window.marks.push(text)
  }).observe(document.getElementById('line'), { childList: true, characterData: true, subtree: true })`

inBrowser('who speaks is seen in the face, its words are marked, and it speaks again', async () => {
  const { page: visited } = await open(LARGE, speaking)
  await visited.getByRole('button', { name: 'Behind' }).click()
  await visited.evaluate(MARKS)
  await visited.getByLabel('Repeat').check()
  await visited.getByRole('button', { name: 'Speak' }).click()
  expect(await visited.locator('#views [aria-pressed="true"]').allTextContents()).toEqual(['Face', 'Front'])
  const marks = () => visited.evaluate('marks') as Promise<string[]>
  // The first word comes again.
  await expect
    .poll(async () => (await marks()).filter((word) => word.startsWith('The')).length, { timeout: 60_000 })
    .toBeGreaterThan(1)
  expect((await marks()).every((word) => LINE.includes(word) && word === word.trimStart())).toBe(true)
  await visited.keyboard.press('Escape')
  await visited.getByRole('button', { name: 'Speak' }).waitFor()
  expect(await visited.locator('#line').textContent()).toBe(LINE)
})

inBrowser('the page says what of the description is shown, and what is not', async () => {
  const { page: visited } = await open()
  expect(await visited.locator('#shown').textContent()).toBe(
    'Shown: tall woman, long red hair, green coat, black boots',
  )
  expect(await visited.locator('#not-shown').textContent()).toBe('Left out: nothing')
  const verdict = visited.locator('#verdict')
  expect(await verdict.textContent()).toBe('Description: all shown')
  expect((await verdict.boundingBox())?.y).toBeLessThan(180)
  const { page: other } = await open({}, page.replace('"notShown":[]', '"notShown":["pipe"]'))
  expect(await other.locator('#not-shown').textContent()).toBe('Left out: pipe')
  expect(await other.locator('#verdict').textContent()).toBe('Left out: pipe')
})

inBrowser(
  'in a low wide window what is left out is in the first screen, and headings are level',
  async () => {
    const short = speaking.replaceAll(LINE, 'Welcome to the lighthouse! Mind the third step, it is wet.')
    const { page: visited } = await open({ ...LARGE, viewport: { width: 1366, height: 640 } }, short)
    const left = await visited.locator('#not-shown').boundingBox()
    expect(left === null ? null : Math.ceil(left.y + left.height)).toBeLessThan(625)
    const heads = ['Voice', 'Face'].map((name) => visited.getByRole('heading', { name, exact: true }))
    const [voice, face] = await Promise.all(heads.map((head) => head.boundingBox()))
    expect(Math.abs((voice?.y ?? 0) - (face?.y ?? 99))).toBeLessThan(3)
  },
)

inBrowser('with fingers the views and Speak stay beside the sliders, and keys are not told', async () => {
  const phone = { ...LARGE, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page: visited } = await open(phone, speaking)
  await visited.locator('#blendshapes summary', { hasText: 'Tongue' }).click()
  await visited.locator('#facts').scrollIntoViewIfNeeded()
  for (const name of ['Face', 'Speak']) {
    const box = await visited.getByRole('button', { name, exact: true }).boundingBox()
    expect([name, box !== null && box.y >= 0 && box.y < 500]).toEqual([name, true])
  }
  expect(await visited.getByText('One finger').isVisible()).toBe(true)
  expect(await visited.locator('#single-keys').isVisible()).toBe(false)
  expect(await overflowOf(visited)).toBe(0)
})

inBrowser('the theme that was chosen is kept', async () => {
  const { page: visited } = await open({ colorScheme: 'light' })
  await visited.getByRole('button', { name: 'Dark colours' }).click()
  await visited.reload()
  await visited.getByRole('button', { name: 'Light colours' }).waitFor()
  expect(await visited.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark')
})

inBrowser('zooming at the feet keeps the boots in the picture', async () => {
  const { page: visited } = await open(LARGE)
  await visited.getByRole('button', { name: 'Rest pose' }).click()
  await visited.getByRole('button', { name: 'Feet' }).click()
  await standsStill(visited)
  const near = await darkShare(visited)
  for (const _ of [1, 2, 3]) await visited.getByRole('button', { name: 'Zoom in' }).click()
  await standsStill(visited)
  // Boots that were nearer to the edge of the picture would leave it.
  expect(await darkShare(visited)).toBeGreaterThan(1.5 * near)
})

inBrowser('a movement is brought to any moment, where it stops, and goes on from there', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' })
  const [status, time] = [visited.locator('#status'), visited.getByLabel('Moment of the movement')]
  await visited.getByRole('button', { name: 'Walk', exact: true }).click()
  await time.fill('0.4')
  expect(await status.textContent()).toBe('Paused: walking')
  expect(await time.getAttribute('aria-valuetext')).toMatch(/^0\.40 of \d\.\d\d seconds$/)
  await standsStill(visited)
  const moment = await pictureOf(visited)
  await time.fill('0.8')
  await expect.poll(async () => (await pictureOf(visited)).equals(moment)).toBe(false)
  await time.press('ArrowLeft')
  expect(Number(await time.inputValue())).toBeCloseTo(0.76)
  await time.fill('0.4')
  await expect.poll(async () => (await pictureOf(visited)).equals(moment)).toBe(true)
  await time.press('Space')
  expect(await status.textContent()).toBe('Walking')
  await expect.poll(async () => Number(await time.inputValue())).not.toBe(0.4)
  await visited.getByRole('button', { name: 'Rest pose' }).click()
  expect(await time.isDisabled()).toBe(true)
})

inBrowser('at half speed a movement takes twice its time', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' })
  const slow = visited.getByRole('button', { name: '½×' })
  await slow.click()
  expect(await slow.getAttribute('aria-pressed')).toBe('true')
  await visited.getByRole('button', { name: 'Walk', exact: true }).click()
  // A page that is held up shows less of it still, never more.
  const share = await visited.evaluate(`new Promise((done) => {
    const time = document.getElementById('clip-time')
    let [begun, before, seconds] = [performance.now(), time.valueAsNumber, 0]
    const look = (now) => {
      seconds += Math.max(0, time.valueAsNumber - before)
      before = time.valueAsNumber
      if (seconds < 0.4) requestAnimationFrame(look)
      else done((1000 * seconds) / (now - begun))
    }
    requestAnimationFrame(look)
  })`)
  expect(share).toBeLessThan(0.7)
})

/** Notes in the page how fast a voice begins. */
const RATES = `
  window.rates = []
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    window.rates.push(this.playbackRate)
    return play.call(this)
  }`

inBrowser(
  'any moment of the voice is held with its face and its word, and it goes on from there',
  async () => {
    const { page: visited, canvas } = await open(LARGE, speaking)
    await visited.getByRole('button', { name: 'Rest pose' }).click()
    await showFace(visited)
    await canvas.begin([MOUTH])
    const [status, time] = [visited.locator('#status'), visited.getByLabel('Moment of the voice')]
    await time.fill('2')
    expect(await status.textContent()).toBe('Paused: speaking')
    const word = await visited.locator('mark').textContent()
    expect(LINE).toContain(word?.trim())
    expect(word).not.toBe('')
    // It is found by a moment at which the mouth is open.
    const isOpen = async () => {
      for (const at of ['1', '1.4', '1.8', '2.2', '2.6']) {
        await time.fill(at)
        if (((await canvas.now())[0] ?? 0) > 0.02) return true
      }
      return false
    }
    await expect.poll(isOpen).toBe(true)
    // A face that is set comes to it, and does not let go of it.
    await time.fill('2')
    const before = await pictureOf(visited)
    await visited.getByRole('button', { name: 'Smile' }).click()
    expect(await status.textContent()).toBe('Paused: speaking')
    expect(await time.inputValue()).toBe('2')
    expect(await visited.getByText('The voice moves jaw and lips now').isVisible()).toBe(true)
    await expect.poll(async () => (await pictureOf(visited)).equals(before)).toBe(false)
    await visited.evaluate(`${RATES};${MARKS}`)
    await visited.getByRole('button', { name: '½×' }).click()
    await time.press('Space')
    expect(await status.textContent()).toBe('Speaking')
    await expect.poll(() => visited.evaluate('marks.length')).toBeGreaterThan(1)
    await visited.keyboard.press('Escape')
    expect(await visited.evaluate('rates')).toEqual([0.5])
    expect(await visited.evaluate("marks.includes('The')")).toBe(false)
    expect(await status.textContent()).toBe('Rest pose')
  },
)

inBrowser('Space and Pause hold the voice with the movement, and both go on', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' }, speaking)
  const [status, time] = [visited.locator('#status'), visited.getByLabel('Moment of the voice')]
  const [pause, speak] = [visited.locator('#pause'), visited.locator('#speak')]
  const at = async () => Number(await time.inputValue())
  await visited.getByRole('button', { name: '¼×' }).click()
  await speak.click()
  for (const hold of [
    () => pause.click(),
    () => visited.locator('#stage').press('Space'),
    () => speak.press('Space'),
  ]) {
    const from = await at()
    await expect.poll(at).toBeGreaterThan(from)
    await hold()
    expect(await status.textContent()).toBe('Paused: speaking')
    expect([await pause.textContent(), await speak.textContent()]).toEqual(['Go on', 'Go on'])
    const held = await at()
    expect(held).toBeGreaterThan(0)
    await standsStill(visited)
    expect(await at()).toBe(held)
    await hold()
    expect(await status.textContent()).toBe('Speaking')
    expect(await pause.textContent()).toBe('Pause')
  }
  await visited.getByRole('button', { name: 'Stop' }).click()
  expect([await status.textContent(), await at()]).toEqual(['Standing, breathing', 0])
  // A movement that stood before the voice stands on after it.
  await pause.click()
  await speak.click()
  await visited.keyboard.press('Escape')
  await time.fill('1')
  await pause.click()
  expect(await pause.textContent()).toBe('Pause')
  await visited.keyboard.press('Escape')
  expect(await status.textContent()).toBe('Paused: standing, breathing')
})

inBrowser('a voice that is held holds the movement, and leaves none stopped after it', async () => {
  const { page: visited } = await open({ ...LARGE, reducedMotion: 'no-preference' }, speaking)
  const [status, time] = [visited.locator('#status'), visited.getByLabel('Moment of the voice')]
  const [pause, speak] = [visited.locator('#pause'), visited.locator('#speak')]
  const movement = visited.getByLabel('Moment of the movement')
  const moved = async () => {
    const from = await movement.inputValue()
    await expect.poll(() => movement.inputValue()).not.toBe(from)
  }
  await visited.getByRole('button', { name: '¼×' }).click()
  await speak.click()
  await moved()
  await speak.click()
  await visited.getByRole('button', { name: 'Stop' }).click()
  await expect.poll(() => status.textContent()).toBe('Standing, breathing')
  await moved()
  // Held by its slider, too, and by that of the movement.
  await time.fill('1')
  expect(await pause.textContent()).toBe('Go on')
  await standsStill(visited)
  await pause.click()
  await expect.poll(() => status.textContent()).toBe('Speaking')
  await movement.fill('0.2')
  await expect.poll(() => status.textContent()).toBe('Paused: speaking')
  // What is chosen plays.
  await visited.getByRole('button', { name: 'Walk', exact: true }).click()
  await expect.poll(() => status.textContent()).toBe('Walking')
  await moved()
})

inBrowser('on a phone who speaks is seen so near that its lips are read', async () => {
  const { page: visited } = await open({ viewport: { width: 390, height: 844 } }, speaking)
  const pressed = () => visited.locator('#views [aria-pressed="true"]').allTextContents()
  await visited.getByRole('button', { name: 'Speak' }).click()
  expect(await pressed()).toEqual(['Mouth', 'Front'])
  await visited.keyboard.press('Escape')
  // What is not of the mouth alone is looked at in the face.
  await visited.getByRole('button', { name: 'Surprised' }).click()
  expect(await pressed()).toEqual(['Face', 'Front'])
  await visited.keyboard.press('m')
  await visited.locator('#blendshapes summary', { hasText: 'Jaw' }).click()
  expect(await pressed()).toEqual(['Mouth', 'Front'])
  expect(await visited.getByRole('img', { name: 'The model, its mouth, from the front' }).isVisible()).toBe(
    true,
  )
  await visited.keyboard.press('f')
  expect(await pressed()).toEqual(['Face', 'Front'])
  await visited.keyboard.press('s')
  await visited.getByRole('button', { name: 'Stop' }).waitFor()
  // Whoever has chosen the face stays there.
  expect(await pressed()).toEqual(['Face', 'Front'])
  expect(await overflowOf(visited)).toBe(0)
})

inBrowser('an expression is highlighted as long as its values are there', async () => {
  const { page: visited } = await open(LARGE)
  const smile = visited.getByRole('button', { name: 'Smile', exact: true })
  const pressed = () => smile.getAttribute('aria-pressed')
  await smile.click()
  await visited.getByLabel('Left and right together').uncheck()
  await visited.locator('#blendshapes summary', { hasText: 'Mouth' }).click()
  expect(await pressed()).toBe('true')
  await visited.locator('input[name="mouthSmileLeft"]').fill('0.5')
  expect(await pressed()).toBe('false')
  await visited.locator('input[name="mouthSmileLeft"]').fill('1')
  expect(await pressed()).toBe('true')
})

inBrowser('that the model was saved is said beside the button, and the status stays', async () => {
  const { page: visited } = await open()
  const before = await visited.locator('#status').textContent()
  const save = visited.getByRole('link', { name: 'Save the model' })
  await Promise.all([visited.waitForEvent('download'), save.click()])
  const note = visited.locator('#saved', { hasText: /^Saved as Mira-.*\.glb$/ })
  const [said, button] = [await note.boundingBox(), await save.boundingBox()]
  expect(said !== null && button !== null && said.y - button.y - button.height < 40).toBe(true)
  expect(await visited.locator('#status').textContent()).toBe(before)
})

inBrowser('sliders are wide wherever they are, and a tablet has two columns', async () => {
  for (const [width, height] of WINDOWS) {
    const { page: visited } = await open({ ...LARGE, viewport: { width, height } })
    await visited.locator('#blendshapes summary', { hasText: 'Mouth' }).click()
    const slider = await visited.locator('input[name="mouthFunnel"]').boundingBox()
    expect([width, (slider?.width ?? 0) > 250]).toEqual([width, true])
    const [clips, face] = [
      await visited.locator('#clips').boundingBox(),
      await visited.locator('#face').boundingBox(),
    ]
    if (clips === null || face === null) throw new Error('Something is not shown')
    expect([width, face.x > clips.x + clips.width]).toEqual([width, width === 820 || width === 1440])
  }
})
