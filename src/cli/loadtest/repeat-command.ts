import { addressWithoutSecrets } from '../server-address/base-url.js'

/** A report is sent to others: it has no key. */
const SECRETS: ReadonlySet<string> = new Set(['api-key', 'id-token', 'local-secret'])

/** What was given on the command line, as oclif has read it. */
type Token =
  | { readonly type: 'arg'; readonly input: string }
  | { readonly type: 'flag'; readonly flag: string; readonly input: string }

type Command = {
  readonly bin: string
  readonly id: string
  readonly scenario: string
  /** Which flags have no value. */
  isBoolean(flag: string): boolean
}

/** The words that play a run again: all options that were given, but nothing secret. */
export function repeatCommand(tokens: readonly Token[], { bin, id, scenario, isBoolean }: Command) {
  const options = tokens.flatMap((token): string[] => {
    if (token.type === 'arg' || SECRETS.has(token.flag)) return []
    const name = `--${token.flag}`
    if (isBoolean(token.flag)) return [name]
    return [name, token.flag === 'base-url' ? addressWithoutSecrets(token.input) : token.input]
  })
  return { scenario, words: [bin, id, scenario, ...options] }
}
export type RepeatCommand = ReturnType<typeof repeatCommand>
