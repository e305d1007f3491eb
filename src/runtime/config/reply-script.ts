import type { ReplyPattern, ReplyScript } from '../../adapters/model/stub/script.js'
import { ReplyScriptSchema } from './config-schema.js'
import type { SchemaProblem } from './schema-problems.js'
import { readValidatedYaml } from './validated-yaml.js'

/** Reads `replies: [{pattern, reply, actions: [{name, arguments}]}]`; patterns that do not compile are named. */
export async function readReplyScript(path: string): Promise<ReplyScript> {
  const { value, rejectWith: refuseFor } = await readValidatedYaml(path, ReplyScriptSchema)
  const compile = await loadCompiler()
  const patterns = value.replies.map(({ pattern }) => compile(pattern))
  refuseFor(
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
 * Players choose the text that patterns meet, so they run in an engine without backtracking: no pattern, however it is
 * written, takes more than linear time. The engine is loaded for a script only; it answers with a pattern, or with what
 * is wrong with it.
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

/** What JavaScript finds wrong with it; undefined if it is an expression, but none that runs here. */
function javascriptSyntaxProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'iu')
    return undefined
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
    return `is not a regular expression: ${why}`
  }
}
