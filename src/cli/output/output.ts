import type { GlobalFlags } from '../flags/service-flags.js'
import { printable, printableColoured, printableJson } from './printable.js'
import { describeTerminal, type Terminal } from './terminal.js'

/** Writes results to standard output, everything else to standard error. */
export type Output = {
  readonly terminal: Terminal
  readonly isJson: boolean
  /** The result of the command: one JSON document, or the text that `human` returns. */
  result(value: unknown, human: () => string): void
  /** One event of a stream: a line of NDJSON, or the text that `human` returns. */
  event(value: object, human: () => string): void
  /** Additional information on standard error; omitted with `--json`. */
  note(text: string): void
  warn(text: string): void
}

export function createOutput(streams: NodeJS.Process, flags: GlobalFlags): Output {
  const { stdout, stderr } = streams
  const terminal = describeTerminal(streams, flags)
  const escapeUnsafe = terminal.colour.level > 0 ? printableColoured : printable
  const print = (text: string) => text !== '' && stdout.write(`${escapeUnsafe(text)}\n`)
  return {
    terminal,
    isJson: flags.json,
    result: (value, human) =>
      void (flags.json ? stdout.write(`${printableJson(value, 2)}\n`) : print(human())),
    event: (value, human) => void (flags.json ? stdout.write(`${printableJson(value)}\n`) : print(human())),
    note: (text) => void (flags.json || stderr.write(`${escapeUnsafe(text)}\n`)),
    warn: (text) => void stderr.write(`Warning: ${escapeUnsafe(text)}\n`),
  }
}
