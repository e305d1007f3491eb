import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('.github/SECURITY.md', 'utf8')
const [, ...sections] = text.split(/^## /m)
const HELD = sections.filter((section) => !/^(How to report|What is not defended)/.test(section))

test('each promise of SECURITY.md names the test that holds it, and the test is there', () => {
  const promises = HELD.flatMap((section) => section.split(/^- /m).slice(1))
  expect(promises.length).toBeGreaterThan(30)
  for (const promise of promises) {
    const files = promise.match(/test\/[\w./-]{1,200}\.test\.ts/g) ?? []
    expect(files, promise).not.toEqual([])
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  }
})
