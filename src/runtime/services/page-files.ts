import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { PageFile, PageFiles } from '../../domain/pages/ports.js'
import { findPackage } from '../process/package-root.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The built page `dist/web/<name>/`, read when it is first asked for: a start pays nothing. */
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
