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

const SOURCES = ['src', 'commands', 'test', '.config', '.ci'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]sx?$|^[^.]+$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
)

/** A document that a comment names, with the heading behind it: `docs/voice.md, Turn taking`. */
const REFERENCE = /\bdocs\/[\w./-]+\.md(?:, ([A-Z\d][^().,:;*`'"\n]*))?/g

const headingsOf = (path: string) =>
  [...proseOf(path).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading)

/** The references of a text that lead nowhere. A comment may break its line within one. */
const brokenIn = (text: string) =>
  [...text.replace(/\n\s*(?:\*|\/\/) /g, ' ').matchAll(REFERENCE)].flatMap(([reference, heading]) => {
    const [document = ''] = reference.split(',')
    if (!existsSync(document)) return [reference]
    return heading === undefined || headingsOf(document).includes(heading.trim()) ? [] : [reference]
  })

test('every document and heading that a comment names is there', () => {
  const broken = SOURCES.flatMap((file) =>
    brokenIn(readFileSync(file, 'utf8')).map((reference) => `${file}: ${reference}`),
  )
  expect(broken).toEqual([])
})

test('a document that is gone is found, and so is a heading that is gone', () => {
  // Put together here, or this file would be found.
  const named = (document: string) => `${'docs'}/${document}`
  expect(brokenIn(`/** See (${named('voice.md, Turn taking')}). */`)).toEqual([])
  for (const document of ['voice.md, Turn giving', 'no-voice.md, Turn taking', 'no-voice.md'])
    expect(brokenIn(`/** See (${named(document)}). */`)).toEqual([named(document)])
})

test('no comment refers to the numbered section of a document that is not here', () => {
  const outside =
    /\((?:contract|design|wire[- ]protocol|(?:memory|voice) engine)[,;]? [\dA-Z]|\b[a-z-]+\.md \d/
  expect(SOURCES.filter((file) => outside.test(readFileSync(file, 'utf8')))).toEqual([])
})
