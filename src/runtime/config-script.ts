import type { ReplyScript } from '../adapters/model/stub-script.js'
import { readSettingsFile } from './config-file.js'
import type { Problem } from './config-problems.js'
import { ReplyScriptSchema } from './config-schema.js'

/** Reads `replies: [{pattern, reply, actions: [{name, arguments}]}]`; patterns that do not compile are named. */
export async function readReplyScript(path: string): Promise<ReplyScript> {
  const { value, refuseFor } = await readSettingsFile(path, ReplyScriptSchema)
  refuseFor(value.replies.flatMap(({ pattern }, at) => patternProblems(pattern, at)))
  return {
    replies: value.replies.map(({ pattern, reply, actions = [] }) => ({
      pattern: compile(pattern),
      reply,
      actions: actions.map((action) => ({ name: action.name, arguments: action.arguments ?? {} })),
    })),
  }
}

function patternProblems(pattern: string, at: number): Problem[] {
  try {
    compile(pattern)
    return []
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : ''
    return [{ path: ['replies', at, 'pattern'], text: `is not a regular expression: ${why}` }]
  }
}

const compile = (pattern: string) => new RegExp(pattern, 'iu')
