import { type Static, Type } from 'typebox'
import { CONTRACT_LIMITS } from '../../contract/limits.js'
import { readValidatedYaml } from '../../runtime/config/validated-yaml.js'
import { usageError } from '../errors/command-error.js'

const MAX_MESSAGES = 500
const MAX_LENGTH = CONTRACT_LIMITS.messageCharacters

const TalkScriptSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 200, expected: 'a text of at most 200 characters' })),
    messages: Type.Array(
      Type.String({
        pattern: '\\S',
        maxLength: MAX_LENGTH,
        expected: `a text of 1 to ${MAX_LENGTH} characters`,
      }),
      { minItems: 1, maxItems: MAX_MESSAGES, expected: `a list of 1 to ${MAX_MESSAGES} messages` },
    ),
  },
  { additionalProperties: false, expected: 'a mapping' },
)

/** What a player says, message by message. */
export type TalkScript = Static<typeof TalkScriptSchema>

/** Reads a script. Throws a usage error that names each problem with its line. */
export async function readTalkScript(path: string): Promise<TalkScript> {
  const { value } = await readValidatedYaml(path, TalkScriptSchema).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'DomainError'
      ? usageError(error.message, 'For example: messages: [Who are you?, What can you do?]')
      : error
  })
  return value
}
