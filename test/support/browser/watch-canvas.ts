import type { Page } from 'playwright-core'

/** Left, top, width and height, as shares of the canvas. */
export type Region = readonly [left: number, top: number, width: number, height: number]

/** Lets the page read what its first canvas shows; to be added before the page is opened. */
const READABLE = `
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return getContext.call(this, kind, kind === '2d' ? options : { ...options, preserveDrawingBuffer: true })
  }
  // A difference that can be seen; dithering is below.
  const differs = (a, b, at) => [0, 1, 2].some((channel) => Math.abs(a[at + channel] - b[at + channel]) > 24)
  const changed = (before, after) => {
    let count = 0
    for (let at = 0; at < before.length; at += 4) count += differs(before, after, at) ? 1 : 0
    return count / (before.length / 4)
  }
  const copy = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })
  const read = ([left, top, width, height]) => {
    const canvas = document.querySelector('canvas')
    copy.clearRect(0, 0, 64, 64)
    copy.drawImage(canvas, left * canvas.width, top * canvas.height, width * canvas.width, height * canvas.height, 0, 0, 64, 64)
    return copy.getImageData(0, 0, 64, 64).data
  }
  window.watchCanvas = (regions) => {
    const rest = regions.map(read)
    window.changes = () => regions.map((region, index) => changed(rest[index], read(region)))
    window.seenChanges = []
    const look = () => {
      window.seenChanges.push(window.changes())
      requestAnimationFrame(look)
    }
    look()
  }`

/**
 * Compares regions of the first canvas with what they show when the watch begins, in the page itself and at every frame:
 * where there is no graphics card, pictures taken from outside would come too late. Call it before the page is opened.
 */
export async function watchCanvas(page: Page) {
  await page.addInitScript(READABLE)
  return {
    begin: (regions: readonly Region[]) => page.evaluate(`watchCanvas(${JSON.stringify(regions)})`),
    /** For each frame until now the share of each region that has visibly changed. */
    seen: () => page.evaluate('seenChanges') as Promise<number[][]>,
    now: () => page.evaluate('changes()') as Promise<number[]>,
  }
}
