import { join } from 'node:path'
import { Low } from 'lowdb'
import { type TProperties, Type } from 'typebox'
import { onTestFinished } from 'vitest'
import { createCodecs } from '../../../src/store/codec.js'
import { createDatabase, emptyData } from '../../../src/store/database.js'
import { openDiskAdapter } from '../../../src/store/disk/adapter.js'
import { type Disk, nodeDisk } from '../../../src/store/disk/disk.js'
import { loadFolder } from '../../../src/store/disk/load.js'
import { createFileStore } from '../../../src/store/files/file-store.js'
import { createFolderBlobs } from '../../../src/store/files/folder-blobs.js'
import { createFileReferences } from '../../../src/store/files/references.js'
import { openTrash } from '../../../src/store/files/trash.js'
import { makeFolder } from '../../../src/store/folder.js'
import type { Kind, StoredRecord } from '../../../src/store/kind.js'
import { silentLog } from './store-folder.js'

/** A made-up kind of which the tests choose schema, version and migrations. */
export const aKind = <R extends StoredRecord = StoredRecord>({
  fields,
  ...kind
}: Omit<Partial<Kind<R>>, 'schema'> & { readonly fields: TProperties }): Kind<R> => ({
  name: 'notes',
  version: 1,
  schema: Type.Object({ id: Type.String(), ...fields }, { additionalProperties: false }),
  ...kind,
})

/** A folder with records of that kind alone, and the files that they refer to. */
export async function openKind<R extends StoredRecord>(
  folder: string,
  kind: Kind<R>,
  { disk = nodeDisk }: { disk?: Disk } = {},
) {
  const codecs = createCodecs([kind as unknown as Kind])
  const [recordsFolder, filesFolder] = [join(folder, 'store'), join(folder, 'files')]
  await makeFolder(recordsFolder)
  await makeFolder(filesFolder)
  const loaded = await loadFolder(recordsFolder, codecs)
  const settings = { loaded, folder: recordsFolder, codecs, disk, log: silentLog, compactAfterBytes: 2 ** 24 }
  const adapter = await openDiskAdapter(settings)
  const low = new Low(adapter, emptyData(codecs))
  await low.read()
  const database = createDatabase(low, codecs)
  const references = createFileReferences()
  const table = database.table(kind, [references.indexOf(kind)])
  const incoming = async () => filesFolder
  const blobs = createFolderBlobs({ files: incoming, trash: join(folder, 'trash') })
  const trash = await openTrash({ blobs, isLocked: false })
  const files = createFileStore({ ...database, blobs, incoming, references, trash })

  let isOpen = true
  const close = async () => {
    if (isOpen) await adapter.close()
    isOpen = false
  }
  onTestFinished(() => close().catch(() => undefined))
  return {
    table,
    files,
    filesFolder,
    commit: database.commit,
    compactNow: adapter.compactNow,
    all: () => [...table.records.values()],
    close,
  }
}
