import type { GlobalFlags } from '../flags/service-flags.js'
import { printable, printableColoured, printableJson } from './printable.js'
import { describeTerminal, type Terminal } from './terminal.js'

/** Results go to standard output, everything else to standard error. */
export type Output = {
  readonly terminal: Terminal
  readonly isJson: boolean
  /** The result of the command: one JSON document, or the text that `human` makes of it. */
  result(value: unknown, human: () => string): void
  /** One event of a stream: a line of NDJSON, or the text that `human` makes of it. */
  event(value: object, human: () => string): void
  /** Something worth knowing that is no result; a program that asked for JSON does not get it. */
  note(text: string): void
  warn(text: string): void
}

export function createOutput(streams: NodeJS.Process, flags: GlobalFlags): Output {
  const { stdout, stderr } = streams
  const terminal = describeTerminal(streams, flags)
  const shown = terminal.colour.level > 0 ? printableColoured : printable
  const human = (text: string) => text !== '' && stdout.write(`${shown(text)}\n`)
  return {
    terminal,
    isJson: flags.json,
    result: (value, say) => void (flags.json ? stdout.write(`${printableJson(value, 2)}\n`) : human(say())),
    event: (value, say) => void (flags.json ? stdout.write(`${printableJson(value)}\n`) : human(say())),
    note: (text) => void (flags.json || stderr.write(`${shown(text)}\n`)),
    warn: (text) => void stderr.write(`Warning: ${shown(text)}\n`),
  }
}
