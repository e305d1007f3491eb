import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderBlobs } from '../../../src/store/files/folder-blobs.js'
import { describeBlobStore } from '../../support/stores/blob-battery.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

async function givenFolder() {
  const folder = await temporaryFolder()
  const files = join(folder, 'files')
  await mkdir(files)
  return {
    folder,
    files,
    blobs: createFolderBlobs({ files: async () => files, trash: join(folder, 'trash') }),
  }
}

describeBlobStore('the data folder', async () => (await givenFolder()).blobs)

test('what somebody else has put into the folders is left out of listings', async () => {
  const { folder, files, blobs } = await givenFolder()
  await writeFile(join(files, 'README'), 'of the owner')
  await writeFile(join(files, 'incoming-1'), 'half')
  await mkdir(join(folder, 'trash', 'old'), { recursive: true })
  const listed: string[] = []
  for await (const { name } of blobs.list('files')) listed.push(name)
  for await (const { name } of blobs.list('trash')) listed.push(name)
  expect(listed).toEqual([])
})
