import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { readBuiltPage } from '../../runtime/process/package-root.js'
import { CommandError, EXIT, usageError } from '../errors/command-error.js'

/** Throws if the file exists, unless `force` is set. */
export function refuseOverwriting(file: string, { force }: { readonly force: boolean }, flag: string): void {
  if (file === '-' || force || !existsSync(file)) return
  throw new CommandError({
    code: 'file_exists',
    message: `The file ${file} already exists`,
    hint: `Overwrite it with --force, or choose another with ${flag}.`,
    exitCode: EXIT.failed,
  })
}

/** Throws if binary output to standard output (`-`) would mix with JSON or reach a terminal. */
export function requireFreeStandardOutput({ json }: { readonly json: boolean }): void {
  if (json) throw usageError('--json and --out - both write to standard output')
  if (process.stdout.isTTY) throw usageError('Standard output is a terminal', 'Name a file with --out.')
}

export async function writeOutputFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((cause: Error) => {
    throw usageError(`Cannot write ${file}: ${cause.message}`)
  })
}

const DATA_ELEMENT = '<script type="application/json" id="data">{}</script>'

/** Embeds data into a built page, which then needs no network (src/web/<name>). */
export async function renderHtmlPage(name: string, data: object): Promise<string> {
  const page = await readBuiltPage(name)
  // Escape <, so that no text can close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(DATA_ELEMENT, () => DATA_ELEMENT.replace('{}', () => json))
}
