import { Errors, Parser } from '@oclif/core'
import { truncateMessage } from '../contract/bounded-error.js'
import { describeFailure, type FailureReport } from './errors/describe-failure.js'
import { suggestForUsageError } from './errors/suggestions.js'
import { globalFlags } from './flags/service-flags.js'
import { printable, printableJson } from './output/printable.js'
import { wrapText } from './output/table.js'

/** Prints why a command failed and sets the exit code. With `--json` the error goes to standard output as JSON. */
export async function reportFailure(error: unknown, argv: readonly string[]): Promise<void> {
  if (error instanceof Errors.ExitError) {
    process.exitCode = error.oclif.exit ?? 0
    return
  }
  const described = describeFailure(error)
  const suggestion = await suggestForUsageError(error)
  const failure = suggestion === null ? described : { ...described, hint: withHint(suggestion, described) }
  process.exitCode = failure.exitCode
  if (await wantsJson(argv)) process.stdout.write(`${printableJson(errorDocument(failure))}\n`)
  else if (failure.message !== '') process.stderr.write(wrapForTerminal(humanText(failure)))
}

const withHint = (suggestion: string, { hint }: FailureReport): string =>
  hint === null ? suggestion : `${suggestion} ${hint}`

const errorDocument = ({ code, message, hint, status }: FailureReport) => ({
  error: { code, message, hint, status },
})

/** Truncates after escaping, because escaping lengthens a text. */
const humanText = ({ message, hint }: FailureReport): string =>
  [`Error: ${message}`, ...(hint === null ? [] : [hint])]
    .map((text) => `${truncateMessage(printable(text))}\n`)
    .join('')

/** At a terminal, lines that are longer than it are broken between words. */
function wrapForTerminal(text: string): string {
  const { isTTY, columns } = process.stderr
  if (isTTY !== true || !(columns > 0)) return text
  return text
    .split('\n')
    .flatMap((line) => (line.length < columns ? [line] : wrapText(line, columns - 1)))
    .join('\n')
}

/** The command line itself may be invalid, so only `--json` and its environment variable are parsed. */
async function wantsJson(argv: readonly string[]): Promise<boolean> {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length)
  const { json } = globalFlags
  const { flags } = await Parser.parse(words.includes('--json') ? ['--json'] : [], { flags: { json } })
  return flags.json
}
