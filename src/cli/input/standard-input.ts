import { decodeUtf8, INPUT_BYTES, readBytes } from '../../runtime/config/input-file.js'
import { inputNeededError } from '../errors/command-error.js'

/** All of standard input. At a terminal nobody would know that something is expected. */
export async function readStandardInput(): Promise<string> {
  requirePipe()
  return decodeUtf8(await readBytes(process.stdin, INPUT_BYTES))
}

/** More than any picture or document that the service takes. */
const BYTES_MAX = 64 * 2 ** 20

/** The same, as it came. */
export async function readStandardInputBytes(): Promise<Buffer<ArrayBuffer>> {
  requirePipe()
  return readBytes(process.stdin, BYTES_MAX)
}

function requirePipe(): void {
  if (!process.stdin.isTTY) return
  throw inputNeededError('Standard input is a terminal.', 'Pipe the text in, or name a file.')
}
