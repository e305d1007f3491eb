import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs something that needs the path of a file, in a folder of its own that is gone afterwards. */
export async function withScratchFile<T>(name: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-speech-'))
  try {
    return await use(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
