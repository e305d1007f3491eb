import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { renderGraphPage } from '../../src/cli/memories/graph-view.js'
import { executablePath } from '../support/browser/chromium.js'
import { largeGraph } from '../support/memories/large-graph.js'
import { type Bench, type Figure, median, type Size } from './bench.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const OPENINGS: Record<Size, number> = { full: 7, reduced: 1 }
const WINDOW = { width: 1440, height: 900 }
/** How long the picture is moved. */
const MOVING_MS: Record<Size, number> = { full: 4000, reduced: 500 }

/** The page of the memory graph: when its picture is on the screen, and how fluently it moves. */
export const bench: Bench = async (size) => {
  if (executablePath === undefined) {
    console.warn('NO CHROMIUM ON THE PATH: the memory graph is not measured')
    return []
  }
  buildPages()
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
  try {
    const figures: Figure[] = []
    for (const count of [200, 600, 2000]) {
      const file = join(folder, `${count}.html`)
      await writeFile(file, await renderGraphPage(largeGraph(count)))
      figures.push(await firstPicture(browser, { file, count, openings: OPENINGS[size] }))
    }
    return [...figures, await framesWhileMoving(browser, join(folder, '600.html'), MOVING_MS[size])]
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What compiles the benchmarks empties `dist`, where the pages are. */
function buildPages(): void {
  if (existsSync(join(root, 'dist/web/memory-graph.html'))) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--config', '.config/vite.web.config.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function open(browser: Browser, file: string): Promise<Page> {
  const page = await browser.newPage({ viewport: WINDOW })
  await page.goto(pathToFileURL(file).href)
  await page.locator('html[data-ready]').waitFor()
  return page
}

type Opening = { readonly file: string; readonly count: number; readonly openings: number }

async function firstPicture(browser: Browser, { file, count, openings }: Opening): Promise<Figure> {
  const times: number[] = []
  let renderer = ''
  // The first opening warms the browser up and does not count.
  for (let opening = 0; opening <= openings; opening++) {
    const page = await open(browser, file)
    const ms: number = await page.evaluate(`performance.getEntriesByName('graph-drawn')[0].startTime`)
    if (opening > 0) times.push(ms)
    renderer = await page.evaluate(RENDERER)
    await page.close()
  }
  return {
    name: `memory graph of ${count}: first picture, in seconds`,
    ratio: median(times) / 1000,
    budget: { atMost: 1 },
    detail: `median of ${times.length}, slowest ${(Math.max(...times) / 1000).toFixed(2)}; ${renderer}`,
  }
}

const RENDERER = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  return gl === null ? 'no WebGL' : String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
})()`

/** Drags the picture about, and counts the frames that the page gets meanwhile. */
async function framesWhileMoving(browser: Browser, file: string, ms: number): Promise<Figure> {
  const page = await open(browser, file)
  await page.evaluate(`(() => {
    window.frames_ = []
    const note = (now) => { window.frames_.push(now); requestAnimationFrame(note) }
    requestAnimationFrame(note)
  })()`)
  const { mouse } = page
  const middle = { x: WINDOW.width / 2, y: WINDOW.height / 2 }
  await mouse.move(middle.x, middle.y)
  await mouse.down()
  const until = performance.now() + ms
  for (let step = 0; performance.now() < until; step++) {
    const angle = step / 8
    await mouse.move(middle.x + 150 * Math.cos(angle), middle.y + 100 * Math.sin(angle))
  }
  const frames: number[] = await page.evaluate('window.frames_')
  await mouse.up()
  const renderer: string = await page.evaluate(RENDERER)
  await page.close()
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  const longest = Math.max(...frames.slice(1).map((at, index) => at - (frames[index] ?? at)))
  return {
    name: 'memory graph of 600: frames a second while it is moved',
    ratio: (frames.length - 1) / seconds,
    budget: { atLeast: 30 },
    detail: `longest frame ${longest.toFixed(0)} ms; ${renderer}`,
  }
}
