import { text } from 'node:stream/consumers'
import { inputNeeded } from './errors.js'

/** All of standard input. At a terminal nobody would know that something is expected. */
export async function readStandardInput(): Promise<string> {
  if (process.stdin.isTTY)
    throw inputNeeded('Standard input is a terminal.', 'Pipe the text in, or name a file.')
  return text(process.stdin)
}
