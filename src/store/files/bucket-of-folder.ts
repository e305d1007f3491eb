import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { BlobBucket } from '../../domain/files/blob-store.js'
import { nodeDisk } from '../disk/disk.js'
import { undefinedIfMissing } from '../folder.js'
import { openRegularFile, readRegularTextFile } from '../safe-files.js'
import { StoreError } from '../store-error.js'
import { FILE_NAME } from './names.js'

/** `blobs.json` of a data folder whose files are elsewhere. */
const PlaceSchema = Type.Object({
  bucket: Type.String({ description: 'Where they are, such as s3://bucket/prefix' }),
  owner: Type.String({ minLength: 1, description: 'What the bucket calls this data folder' }),
})
type Place = Static<typeof PlaceSchema>

const FILE = 'blobs.json'

/**
 * Refuses to look for the files of a data folder where they are not, and a bucket that cannot be used. Changes nothing in
 * the folder.
 */
export async function checkBucket(folder: string, bucket: BlobBucket | undefined): Promise<void> {
  const place = await readPlace(folder)
  if (bucket === undefined) {
    if (place === undefined) return
    throw new StoreError(`The files of the data folder ${folder} are in ${place.bucket}.`, {
      hint: `Serve it with --blobs ${place.bucket}, or copy them into files/ and remove ${FILE} from the folder.`,
    })
  }
  if (place !== undefined && place.bucket !== bucket.shown) {
    throw new StoreError(
      `The files of the data folder ${folder} are in ${place.bucket}, and not in ${bucket.shown}.`,
      { hint: `Copy all objects there, parley.json too, and change the address in ${join(folder, FILE)}.` },
    )
  }
  const own = place === undefined ? await countFiles(folder) : 0
  if (own > 0) {
    throw new StoreError(`The data folder ${folder} holds ${own} files of its own, in files/.`, {
      hint: `Copy them to ${bucket.shown}/files/ under the same names, and move files/ away.`,
    })
  }
  await bucket.check(place?.owner)
}

/** The id of the folder for its bucket, which it gets here if it has none. For whoever holds the lock of the folder. */
export async function ownerOfBucket(folder: string, bucket: BlobBucket): Promise<string> {
  const place = await readPlace(folder)
  if (place !== undefined) return place.owner
  const owner = randomBytes(16).toString('hex')
  const [path, draft] = [join(folder, FILE), join(folder, `${FILE}.new`)]
  await rm(draft, { force: true })
  const file = await openRegularFile(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    await file.writeFile(`${JSON.stringify({ bucket: bucket.shown, owner })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await nodeDisk.syncFolder(folder)
  return owner
}

async function readPlace(folder: string): Promise<Place | undefined> {
  const path = join(folder, FILE)
  const text = await undefinedIfMissing(readRegularTextFile(path))
  if (text === undefined) return undefined
  const value = parsed(text)
  if (Value.Check(PlaceSchema, value)) return value
  throw new StoreError(`${path} does not say where the files of the data folder are.`, {
    hint: 'Put it back from a backup.',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function countFiles(folder: string): Promise<number> {
  const names = (await undefinedIfMissing(readdir(join(folder, 'files')))) ?? []
  return names.filter((name) => FILE_NAME.test(name)).length
}
