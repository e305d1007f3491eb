import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { expandGlob, isGlob } from '../../../../src/cli/batch/input-file/glob.js'
import { scratchFolder } from '../../../support/commands/cli.js'

async function folderWith(...files: string[]): Promise<string> {
  const folder = scratchFolder()
  for (const file of files) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), '')
  }
  return folder
}

const FILES = [
  'a.pdf',
  'b.PDF',
  'b.pdf',
  '.hidden.pdf',
  'docs/c.pdf',
  'docs/deep/d.pdf',
  '.git/e.pdf',
  'a+b.pdf',
]

test.each([
  ['*.pdf', ['a+b.pdf', 'a.pdf', 'b.pdf']],
  ['?.pdf', ['a.pdf', 'b.pdf']],
  ['docs/*.pdf', ['docs/c.pdf']],
  ['**/*.pdf', ['a+b.pdf', 'a.pdf', 'b.pdf', 'docs/c.pdf', 'docs/deep/d.pdf']],
  ['docs/**/d.pdf', ['docs/deep/d.pdf']],
  ['.*.pdf', ['.hidden.pdf']],
  ['*/c.pdf', ['docs/c.pdf']],
  ['a+*.pdf', ['a+b.pdf']],
  ['../**/none-*.pdf', []],
  ['d*', []],
])('%s stands for %j', async (pattern, expected) => {
  const folder = await folderWith(...FILES)
  expect((await expandGlob(folder, pattern)).map((file) => relative(folder, file))).toEqual(expected)
})

test('a pattern may name a folder from the root, and a link is a file', async () => {
  const folder = await folderWith('a.pdf')
  await symlink(join(folder, 'a.pdf'), join(folder, 'link.pdf'))
  expect(await expandGlob('/nowhere', `${folder}/*.pdf`)).toEqual([`${folder}/a.pdf`, `${folder}/link.pdf`])
})

test('only stars and question marks make a pattern', () => {
  expect(['a*.pdf', 'a?.pdf', 'a[1].pdf', 'a.pdf'].map(isGlob)).toEqual([true, true, false, false])
})
