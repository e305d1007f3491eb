import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBaseFiles } from '../../../src/cli/loadtest/base-report.js'
import type { BaselineResult } from '../../../src/cli/loadtest/baseline-result.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const BASE: BaselineResult = {
  ...{ format: 'loadtest/1', scenario: 'rush', scenarioHash: 'a', metrics: [] },
  startedAt: '2030-01-01T03:04:05.000Z',
}
const page = (data: unknown) =>
  `<p></p><script type="application/json" id="data">${JSON.stringify(data)}</script><script></script>`
/** Of another run, which was compared with the base. */
const LATER = page({ scenarioHash: 'a', startedAt: '2030-01-02T03:04:05.000Z', base: BASE })

/** A folder with the result of the base and these pages. */
async function folderWith(pages: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'runs'))
  for (const [name, text] of Object.entries(pages)) await writeFile(join(folder, 'runs', name), text)
  return (html: string) =>
    findBaseFiles(BASE, { compare: join(folder, 'runs', 'base.json'), html: join(folder, html) })
}

test('the report of the base is found beside its result, whatever it is called', async () => {
  const find = await folderWith({ 'a.html': LATER, 'b #1.html': page(BASE), 'c.html': 'no page of ours' })
  expect(await find('now.html')).toEqual({ name: 'base.json', report: './runs/b%20%231.html' })
  expect(await find('runs/now.html')).toEqual({ name: 'base.json', report: './b%20%231.html' })
  expect(await find('reports/now.html')).toEqual({ name: 'base.json', report: './../runs/b%20%231.html' })
})

test('the page of the same name comes first, and none that is about to be overwritten', async () => {
  const find = await folderWith({ 'a.html': page(BASE), 'base.html': page(BASE) })
  expect(await find('now.html')).toEqual({ name: 'base.json', report: './runs/base.html' })
  expect(await find('runs/base.html')).toEqual({ name: 'base.json', report: './a.html' })
})

test('without such a page the file has its name alone', async () => {
  const broken = '<script type="application/json" id="data">{</script>'
  const find = await folderWith({ 'a.html': LATER, 'b.html': broken, 'base.html': page(null) })
  expect(await find('now.html')).toEqual({ name: 'base.json' })
})
