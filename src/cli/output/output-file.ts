import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { readBuiltPage } from '../../runtime/process/package-root.js'
import { CommandError, EXIT, usageError } from '../errors/command-error.js'

/** Refuses to write over a file, unless that is asked for. */
export function refuseOverwriting(file: string, { force }: { readonly force: boolean }, flag: string): void {
  if (file === '-' || force || !existsSync(file)) return
  throw new CommandError({
    code: 'file_exists',
    message: `There is a file ${file} already`,
    hint: `Overwrite it with --force, or name another with ${flag}.`,
    exitCode: EXIT.failed,
  })
}

/** Refuses what cannot be: `-` for standard output beside other output, or at a terminal. */
export function requireFreeStandardOutput({ json }: { readonly json: boolean }): void {
  if (json) throw usageError('--json and --out - both want standard output')
  if (process.stdout.isTTY) throw usageError('Standard output is a terminal', 'Name a file with --out.')
}

export async function writeOutputFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((cause: Error) => {
    throw usageError(`Cannot write ${file}: ${cause.message}`)
  })
}

const PLACE = '<script type="application/json" id="data">{}</script>'

/** A built page that shows some data, with all that it needs in it (src/web/<name>). */
export async function renderHtmlPage(name: string, data: object): Promise<string> {
  const page = await readBuiltPage(name)
  // No text may end the element that holds it: in JSON, a < may be written so.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(PLACE, () => PLACE.replace('{}', () => json))
}
