import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDataFolderAccess, checkNode } from '../../../src/cli/doctor/machine.js'
import { scratchFolder } from '../../support/commands/cli.js'

test.each([
  ['20.19.0', 'ok'],
  ['20.19.1', 'ok'],
  ['20.20.0', 'ok'],
  ['24.0.0', 'ok'],
  ['21.0.0-nightly', 'ok'],
  ['20.18.9', 'fail'],
  ['18.99.99', 'fail'],
  ['9.9.9', 'fail'],
])('Node %s, where 20.19.0 is the least, is %s', (version, status) => {
  expect(checkNode(version, '>=20.19.0')).toMatchObject({ name: 'Node', status })
})

test('a data folder that is there, or can be made, is well', async () => {
  const folder = scratchFolder()
  await mkdir(join(folder, 'there'))
  const there = join(folder, 'there')
  expect(await checkDataFolderAccess(there, true)).toMatchObject({
    status: 'ok',
    message: `${there} is writable`,
  })
  const later = join(folder, 'not', 'yet')
  expect(await checkDataFolderAccess(later, true)).toMatchObject({
    status: 'ok',
    message: `${later} does not exist yet; \`parley serve\` creates it`,
  })
})

test('a file in place of the data folder, or above it, is a failure where a local server is wanted', async () => {
  const file = join(scratchFolder(), 'file')
  await writeFile(file, '')
  const hint = 'Choose another folder with --data-dir.'
  expect(await checkDataFolderAccess(file, true)).toEqual({
    ...{ name: 'data folder', status: 'fail', message: `${file} is not a folder`, hint },
  })
  const inside = join(file, 'inside')
  expect(await checkDataFolderAccess(inside, true)).toMatchObject({
    status: 'fail',
    message: `${inside} cannot be read (ENOTDIR)`,
  })
  expect(await checkDataFolderAccess(file, false)).toMatchObject({ status: 'warn', hint })
})
