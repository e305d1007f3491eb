import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PageFile, PageFiles } from '../../domain/pages/ports.js'
import type { Store } from '../../store/store.js'
import { findPackage } from '../process/package-root.js'

/** Creates the leases of live share sessions, the page that guests open, and the reference of the API. */
export const createShareServices = ({ leasesOf }: Pick<Store, 'leasesOf'>) => ({
  liveShares: leasesOf('shares'),
  sharePage: createPageFiles('share'),
  referencePage: createPageFiles('api-reference'),
})

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The files of the built page `dist/web/<name>/`, read on the first request so that a start does not pay for it. */
export function createPageFiles(name: string): PageFiles {
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined
  return {
    async find(file) {
      files ??= readPage(name)
      return (await files).get(file)
    },
  }
}

async function readPage(name: string): Promise<ReadonlyMap<string, PageFile>> {
  const folder = new URL(`dist/web/${name}/`, (await findPackage()).root)
  const files = (await readdir(folder)).map(async (file): Promise<[string, PageFile]> => {
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    return [file, { bytes: await readFile(new URL(file, folder)), type }]
  })
  return new Map(await Promise.all(files))
}
