import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loaded } from './disk/load.js'
import { FILE_NAME } from './files/names.js'
import { undefinedIfMissing } from './folder.js'
import { StoreError } from './store-error.js'

const HINT =
  'Put store/ back from a backup, or begin with no records and keep the files with --accept-empty (PARLEY_ACCEPT_EMPTY=1).'

/**
 * Refuses a folder that was served before and has no records. The first commit of the first start is durable before the
 * folder gets secrets or files, so that a folder with either has had records, and has lost them.
 */
export async function refuseLoss(folder: string, loaded: Loaded): Promise<void> {
  if (loaded.lastSeq > 0) return
  const witnesses = await witnessesOf(folder)
  if (witnesses.length === 0) return
  throw new StoreError(
    `The data folder ${folder} has lost its records: it holds ${witnesses.join(' and ')}, but ${await whatIsMissing(folder, loaded)}.`,
    { hint: HINT },
  )
}

/**
 * The same for records in a database: a new one does not belong to a folder that was served before, whose files no record
 * would refer to, nor any to a folder that has records of its own.
 */
export async function refuseOtherRecords(
  folder: string,
  { shown, lastSeq }: { readonly shown: string; readonly lastSeq: number },
): Promise<void> {
  const own = await namesIn(join(folder, 'store'))
  if (own.length > 0) {
    throw new StoreError(`The data folder ${folder} holds records of its own, in store/.`, {
      hint: 'Serve it without --store, name another folder with --data-dir, or move store/ away once its records are in the database.',
    })
  }
  const witnesses = lastSeq > 0 ? [] : await witnessesOf(folder)
  if (witnesses.length === 0) return
  throw new StoreError(
    `The database ${shown} is empty, but the data folder ${folder} has been served before: it holds ${witnesses.join(' and ')}.`,
    {
      hint: 'Name the database of this folder, another folder with --data-dir, or begin with no records and keep the files with --accept-empty.',
    },
  )
}

async function witnessesOf(folder: string): Promise<string[]> {
  const secrets = await undefinedIfMissing(lstat(join(folder, 'secrets.json')))
  const files = (await namesIn(join(folder, 'files'))).filter((name) => FILE_NAME.test(name)).length
  return [
    ...(secrets === undefined ? [] : ['secrets.json']),
    ...(files === 0 ? [] : [`${files} ${files === 1 ? 'file' : 'files'} in files`]),
  ]
}

async function whatIsMissing(folder: string, { segments, torn }: Loaded): Promise<string> {
  const records = join(folder, 'store')
  if ((await undefinedIfMissing(lstat(records))) === undefined) return `${records} is missing`
  const [segment] = segments
  if (segment === undefined) return `${records} holds no journal`
  return `${join(records, segment.name)} ${torn === undefined ? 'is empty' : 'holds no whole entry'}`
}

const namesIn = async (folder: string): Promise<string[]> => (await undefinedIfMissing(readdir(folder))) ?? []
