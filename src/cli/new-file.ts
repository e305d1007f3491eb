import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { CommandError, EXIT, usageError } from './errors.js'

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

export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: Error) => {
    throw usageError(`Cannot write ${file}: ${cause.message}`)
  })
}
