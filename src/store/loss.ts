import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loaded } from './disk/load.js'
import { FILE_NAME } from './files/file-name.js'
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
