import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderHtmlPage } from '../../../src/cli/output/output-file.js'
import { connectBrowser, executablePath, openContext, WINDOWS } from '../../support/browser/browser.js'
import { overflowOf, seriousProblems } from '../../support/browser/share-page.js'
import { glb, scene } from '../../support/models/glb-files.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

/** A red dot. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=='
const MODEL = glb({
  chunks: [
    scene(
      '{"asset":{"version":"2.0","generator":"parley","extras":{"shown":["red coat"],"notShown":["kite"]}},"scenes":[{}]}',
    ),
  ],
})
const DATA = {
  characterId: 'c1',
  name: 'Mira Vale',
  isVoiced: true,
  model: MODEL.toString('base64'),
  poster: PNG,
  appearance: 'A woman in a red coat with a kite',
  spoken: { text: 'Hello there', pcm16: '', sampleRate: 16_000, frames: [], actions: [] },
}
const WITHOUT_WEBGL = 'HTMLCanvasElement.prototype.getContext = () => null'
let browser: Browser

beforeAll(async () => {
  if (executablePath !== undefined) browser = await connectBrowser()
})
afterAll(() => browser?.close())

async function open(data: object, viewport = { width: 390, height: 844 }, script = WITHOUT_WEBGL) {
  const file = join(await temporaryFolder(), 'model.html')
  await writeFile(file, await renderHtmlPage('model-view', data))
  const context = await openContext(browser, { viewport, bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(script)
  await page.goto(pathToFileURL(file).href)
  await page.locator('body[data-state="failed"]').waitFor()
  return page
}

/** What can be pressed, moved or come to by keys. */
const controlsOf = (page: Page): Promise<string[]> =>
  page.locator('a, button, input, summary, [tabindex]').filter({ visible: true }).allTextContents()

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser(
  'without WebGL there is a picture with the description, and nothing that could do nothing',
  async () => {
    for (const [width, height] of WINDOWS) {
      const page = await open(DATA, { width, height })
      expect(await page.getByRole('status').textContent()).toBe(
        'A picture only: this browser cannot draw in 3D here, as WebGL is off or missing',
      )
      expect(await controlsOf(page)).toEqual(['Left out: kite', 'Save the model', 'Dark colours'])
      const words = await page.locator('main').innerText()
      expect(words.split(/\n+/)).toEqual([
        'Description',
        DATA.appearance,
        'Shown: red coat',
        'Left out: kite',
      ])
      expect(await page.getByRole('img', { name: 'Mira Vale' }).isVisible()).toBe(true)
      expect([width, await overflowOf(page)]).toEqual([width, 0])
    }
  },
)

inBrowser(
  'without WebGL the file is saved, and the page says that it has no picture where it has none',
  async () => {
    const page = await open({ ...DATA, poster: null })
    expect(await page.getByRole('status').textContent()).toMatch(
      /^No picture: this browser cannot draw in 3D here/,
    )
    expect(await page.locator('#picture').isVisible()).toBe(false)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save the model' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Mira-Vale.glb')
    expect(await seriousProblems(page)).toEqual([])
  },
)

inBrowser('a file that cannot be read is said to be one in plain words', async () => {
  const page = await open({ ...DATA, model: MODEL.subarray(0, 30).toString('base64') }, undefined, '')
  expect(await page.getByRole('status').textContent()).toBe(
    'This model cannot be shown: its file is damaged, or of a kind that this page does not read',
  )
  expect(await page.getByRole('img', { name: 'Mira Vale' }).isVisible()).toBe(true)
})
