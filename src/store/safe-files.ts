import { constants } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteRange } from '../domain/files/ports.js'
import { isMissing } from './folder.js'
import { StoreError } from './store-error.js'

/** Not every system has these, whatever the types say. */
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0
const NO_WAIT = (constants.O_NONBLOCK as number | undefined) ?? 0

/**
 * Opens a file of a data folder, which may have come with a repository: never what a link leads to, and never a pipe or
 * device, which would keep the reader waiting or have no end. Everything in a data folder is opened here.
 */
export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  // Without waiting: a pipe would hold up the very opening.
  const file = await open(path, flags | NO_FOLLOW | NO_WAIT, 0o600).catch((error: unknown) => {
    throw REFUSED.has(String((error as NodeJS.ErrnoException).code)) ? notOurs(path, error) : error
  })
  const facts = await file.stat()
  if (facts.isFile() || facts.isDirectory()) return file
  await file.close()
  throw notOurs(path)
}

/** What the system says to opening a link, or a pipe that nobody reads. */
const REFUSED = new Set(['ELOOP', 'EMLINK', 'ENXIO'])

/** The bytes of a file, or of a range of it (both ends included). It is opened with the first read: many are never read. */
export async function* streamRegularFile(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await openRegularFile(path)
  try {
    yield* file.createReadStream({ ...range, autoClose: false })
  } finally {
    await file.close()
  }
}

/** The text of a small file of a data folder. */
export async function readRegularTextFile(path: string, maxBytes = 2 ** 16): Promise<string> {
  const file = await openRegularFile(path)
  try {
    if ((await file.stat()).size > maxBytes) {
      throw new StoreError(
        `${path} is larger than any that parley writes: remove it, or serve another folder.`,
      )
    }
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

const FOLDERS = new Set(['store', 'files', 'keys', 'trash'])
const FILES = /^(?:lock|(?:secrets|server|readings|blobs)\.json)(?:\..*)?$/

/** Refuses a data folder in which a name that parley uses is a link, a pipe or a device. The folder itself may be a link. */
export async function refuseSpecialFiles(folder: string): Promise<void> {
  await refuseIn(folder, { depth: 3, isUsed: (name) => FOLDERS.has(name) || FILES.test(name) })
}

type Look = { readonly depth: number; readonly isUsed: (name: string) => boolean }

async function refuseIn(folder: string, { depth, isUsed }: Look): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    // That a file is in the way is told elsewhere.
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return []
    throw error
  })
  for (const entry of entries.filter(({ name }) => isUsed(name))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth > 1) await refuseIn(path, { depth: depth - 1, isUsed: () => true })
    } else if (!entry.isFile()) throw notOurs(path)
  }
}

const notOurs = (path: string, cause?: unknown): StoreError =>
  new StoreError(
    `${path} is a link, a pipe or a device, which parley never makes in a data folder: remove it, or serve another folder.`,
    { cause },
  )
