import { RE2JS } from 're2js'
import { BoundedError } from '../../contract/bounded-error.js'

const BETWEEN_SLASHES = /^\/(.+)\/([a-z]*)$/s

/** An expectation that is not a valid or supported regular expression. */
export class ExpectationError extends BoundedError {
  override readonly name = 'ExpectationError'
}

/**
 * Compiles an expectation: a text that the reply contains, or a regular expression between slashes. RE2 does not
 * backtrack, so no reply of a service can block a player.
 */
export function compileExpectation(expected: string): (reply: string) => boolean {
  const [, pattern, flags = ''] = BETWEEN_SLASHES.exec(expected) ?? []
  if (pattern === undefined) return (reply) => reply.includes(expected)
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), flagsOf(flags))
    return (reply) => compiled.matcher(reply).find()
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : ''
    throw new ExpectationError(
      `${expected} cannot be matched: ${why}. Look-around and back-references are not supported.`,
    )
  }
}

/** The flags of JavaScript; `g`, `u` and `v` do not affect whether a reply matches. */
function flagsOf(flags: string): number {
  const known: Readonly<Record<string, number>> = {
    i: RE2JS.CASE_INSENSITIVE,
    m: RE2JS.MULTILINE,
    s: RE2JS.DOTALL,
    g: 0,
    u: 0,
    v: 0,
  }
  return [...flags].reduce((sum, flag) => {
    const value = known[flag]
    if (value === undefined) throw new Error(`unknown flag ${flag}`)
    return sum | value
  }, 0)
}

const compiledExpectations = new Map<string, (reply: string) => boolean>()

/** Whether a reply is what a scenario expects. A scenario has few expectations, each of which is read once. */
export function matchesExpectation(reply: string, expected: string | undefined): boolean {
  if (expected === undefined) return true
  const isMet = compiledExpectations.get(expected) ?? compileExpectation(expected)
  compiledExpectations.set(expected, isMet)
  return isMet(reply)
}
