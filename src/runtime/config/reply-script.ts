import type { ReplyPattern, ReplyScript } from '../../adapters/model/stub/script.js'
import { ReplyScriptSchema } from './config-schema.js'
import type { SchemaProblem } from './schema-problems.js'
import { readValidatedYaml } from './validated-yaml.js'

/** Reads `replies: [{pattern, reply, actions: [{name, arguments}]}]`. Throws a DomainError for invalid patterns. */
export async function readReplyScript(path: string): Promise<ReplyScript> {
  const { value, rejectWith } = await readValidatedYaml(path, ReplyScriptSchema)
  const compile = await loadCompiler()
  const patterns = value.replies.map(({ pattern }) => compile(pattern))
  rejectWith(
    patterns.flatMap((compiled, at): SchemaProblem[] =>
      typeof compiled === 'string' ? [{ path: ['replies', at, 'pattern'], text: compiled }] : [],
    ),
  )
  return {
    replies: value.replies.flatMap(({ reply, actions = [] }, at) => {
      const pattern = patterns[at]
      if (pattern === undefined || typeof pattern === 'string') return []
      const named = actions.map((action) => ({ name: action.name, arguments: action.arguments ?? {} }))
      return [{ pattern, reply, actions: named }]
    }),
  }
}

/**
 * Loads an engine without backtracking, because players choose the text that patterns are matched against: every pattern
 * takes linear time. The compiler returns a pattern, or a string that describes its problem.
 */
async function loadCompiler(): Promise<(pattern: string) => ReplyPattern | string> {
  const { RE2JS } = await import('re2js')
  return (pattern) => {
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.CASE_INSENSITIVE)
      return { exec: (text) => compiled.exec(text) }
    } catch (error) {
      const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : ''
      return javascriptSyntaxProblem(pattern) ?? `${UNSUPPORTED}: ${why}`
    }
  }
}

const UNSUPPORTED =
  'uses what is not supported, such as look-around, a back-reference or a repeat of more than 1000'

/** Describes a syntax error; undefined for an expression that is valid in JavaScript but not supported here. */
function javascriptSyntaxProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'iu')
    return undefined
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
    return `is not a regular expression: ${why}`
  }
}
