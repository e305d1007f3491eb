import { printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** The result of one check; the hint says how to fix a problem. */
export type Check = {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
  readonly hint: string | null
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, hint: null })

export const warn = (name: string, message: string, hint: string): Check => ({
  name,
  status: 'warn',
  message,
  hint,
})

export const fail = (name: string, message: string, hint: string): Check => ({
  name,
  status: 'fail',
  message,
  hint,
})

const GAP = '  '
const STATUS_WIDTH = 'fail'.length

/** One line for each check, and under a failed one its hint. */
export function renderChecks(terminal: Terminal, checks: readonly Check[]): string {
  const nameWidth = Math.max(...checks.map(({ name }) => name.length))
  return checks.map((check) => renderCheck(terminal, check, nameWidth)).join('\n')
}

function renderCheck({ colour, width }: Terminal, check: Check, nameWidth: number): string {
  const { status, name, message, hint } = check
  const paint = { ok: colour.green, warn: colour.yellow, fail: colour.red }[status]
  const indent = ' '.repeat(STATUS_WIDTH + nameWidth + 2 * GAP.length)
  const lines = [
    ...wrapText(printableLine(message), width - indent.length),
    ...(hint === null ? [] : wrapText(`-> ${hint}`, width - indent.length)),
  ]
  const head = `${paint(status.padEnd(STATUS_WIDTH))}${GAP}${name.padEnd(nameWidth)}${GAP}`
  return lines.map((line, index) => (index === 0 ? head + line : indent + line)).join('\n')
}
