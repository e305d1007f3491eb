import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebIO } from '@gltf-transform/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBodyFiles } from '../../../src/adapters/model3d/build-body.js'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { enterPage, shareCharacter, visitPage } from '../../support/browser/share-page.js'
import { watchCanvas } from '../../support/browser/watch-canvas.js'
import { uploadModel } from '../../support/models/upload-model.js'
import { rest } from '../../support/servers/test-server.js'

const REPLY =
  'The harbour lies behind the long wall, and every evening the boats come home to it with their lamps lit, ' +
  'one behind the other, until the last of them is in and the gulls are quiet at last.'
const ACTIONS = [{ name: 'start_walk', description: 'Walk a few steps' }]

let server: RunningServer
let browser: Browser
let folder: string | undefined
/** With a face, but without clips: nothing moves but the face. */
let still: Uint8Array
let moving: Uint8Array

beforeAll(async () => {
  if (executablePath === undefined) return
  const appearance = 'A lighthouse keeper with short black hair, a navy coat and brown boots.'
  moving = (await buildBodyFiles({ appearance, palette: [], rigged: true })).model
  still = await withoutClips(moving)
  folder = await mkdtemp(join(tmpdir(), 'parley-figure-'))
  await writeFile(
    join(folder, 'replies.yaml'),
    `replies: [{ pattern: harbour, reply: '${REPLY}' }, { pattern: walk, reply: 'Gladly.', actions: [{ name: start_walk }] }]`,
  )
  await writeFile(join(folder, 'parley.yaml'), 'llm: { stub: { script: ./replies.yaml, pace: instant } }')
  server = await createServer({ logLevel: 'silent', limits: 'off', configFile: join(folder, 'parley.yaml') })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

async function withoutClips(model: Uint8Array): Promise<Uint8Array> {
  const document = await new WebIO().readBinary(model)
  for (const animation of document.getRoot().listAnimations()) animation.dispose()
  return new WebIO().writeBinary(document)
}

async function enter(model: Uint8Array) {
  const body = { persona: { name: 'Mira Vale' }, text_only: false, actions: ACTIONS }
  const { id } = (await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }
  await uploadModel(server, id, model)
  const { shareUrl } = await shareCharacter(server, id)
  const visitor = await visitPage(browser, shareUrl, { viewport: { width: 320, height: 720 } })
  const canvas = await watchCanvas(visitor.page)
  await visitor.go()
  await enterPage(visitor.page)
  await visitor.page.locator('canvas[aria-busy=false]').waitFor()
  return { ...visitor, canvas }
}

async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea').fill(text)
  await page.keyboard.press('Enter')
}

/** Shares of the canvas: left, top, width, height. */
const MOUTH = [0.42, 0.36, 0.16, 0.14] as const
const COAT = [0.3, 0.72, 0.4, 0.28] as const

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser('the mouth moves while a reply is heard, nothing else does, and it is still after', async () => {
  const { page, strays, canvas } = await enter(still)
  await canvas.begin([MOUTH, COAT])
  await page.getByRole('button', { name: 'Hear the replies' }).click()
  await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
  await say(page, 'Tell me about the harbour.')
  const speaking = page.locator('.status.speaking')
  await speaking.waitFor()
  await speaking.waitFor({ state: 'detached' })
  const frames = await canvas.seen()
  const mouth = frames.map(([share = 0]) => share)
  expect(Math.max(...mouth)).toBeGreaterThan(0.05)
  // In more than one shape.
  expect(new Set(mouth).size).toBeGreaterThan(3)
  expect(Math.max(...frames.map(([, share = 0]) => share))).toBe(0)
  await expect.poll(canvas.now).toEqual([0, 0])
  expect(strays).toEqual([])
})

inBrowser('an action of the character plays the clip that it names, once', async () => {
  const { page, strays } = await enter(moving)
  const clip = () => page.locator('canvas').getAttribute('data-clip')
  await expect.poll(clip).toBe('idle')
  await say(page, 'Would you walk a few steps?')
  await expect.poll(clip).toBe('walk')
  await expect.poll(clip).toBe('idle')
  expect(strays).toEqual([])
})
