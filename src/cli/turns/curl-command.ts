import type { TurnModelRequest } from '../../contract/turn-replays.js'
import { printableJson } from '../output/printable.js'

type ProviderRequest = NonNullable<TurnModelRequest['request']>

/**
 * The request as a command for a POSIX shell. Variables stand for secrets, and only those are expanded. The body goes in
 * by standard input, where nothing is expanded: JSON has no line that could end it.
 */
export function curlCommand({ method, url, headers, variables, body }: ProviderRequest): string {
  const lines = [
    `curl --no-buffer --request ${singleQuoted(method)} ${singleQuoted(url)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${headerWord(`${name}: ${value}`, variables)}`,
    ),
    `--data-binary @- <<'JSON'`,
  ]
  return `${lines.join(' \\\n  ')}\n${printableJson(body, 2)}\nJSON`
}

/** Double quotes where a variable must be expanded, around that variable alone. */
function headerWord(header: string, variables: readonly string[]): string {
  const variable = variables.find((name) => header.endsWith(`$${name}`))
  if (variable === undefined) return singleQuoted(header)
  return `${singleQuoted(header.slice(0, -variable.length - 1))}"$${variable}"`
}

const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
