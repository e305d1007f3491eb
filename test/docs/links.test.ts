import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const markdownIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
const DOCUMENTS = ['README.md', 'test/README.md', ...markdownIn('docs'), ...markdownIn('.github')]

const proseOf = (path: string) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(DOCUMENTS)('every link in %s leads to a file and heading that exist', (path) => {
  const links = [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  for (const link of links.filter((target) => !/^https?:/.test(target))) {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    expect(existsSync(target), `${link} → ${target}`).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor)
  }
})

/** A path of the repository in code type; `<resource>` and the like stand for many. */
const NAMED = /`((?:src|commands|test|fixtures|docs|bin)\/[\w./-]+)`/g

test.each(DOCUMENTS)('every file of the repository that %s names is there', (path) => {
  const named = [...proseOf(path).matchAll(NAMED)].map(([, file = '']) => file)
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})
