import { buffer, text } from 'node:stream/consumers'
import { inputNeeded } from './errors.js'

/** All of standard input. At a terminal nobody would know that something is expected. */
export async function readStandardInput(): Promise<string> {
  requirePipe()
  return text(process.stdin)
}

/** The same, as it came. */
export async function readStandardInputBytes(): Promise<Buffer<ArrayBuffer>> {
  requirePipe()
  return buffer(process.stdin)
}

function requirePipe(): void {
  if (!process.stdin.isTTY) return
  throw inputNeeded('Standard input is a terminal.', 'Pipe the text in, or name a file.')
}
