import type { CharacterConfig } from '../../contract/characters.js'
import { usageError } from '../errors/command-error.js'
import { inputName } from '../input/read-input.js'
import { readYamlObject } from '../input/yaml-object.js'
import type { Output } from '../output/output.js'
import { type FieldFlags, mergeCharacterConfig } from './character-config.js'
import { describeFieldIssues, normalizeFields } from './character-fields.js'

type InputFlags = FieldFlags & {
  readonly file?: string | undefined
  readonly strict?: boolean | undefined
}

/**
 * The configuration that the command line describes. What the service would ignore is warned about, or refused where the
 * flags say so.
 */
export async function readCharacterInput(
  { warn }: Pick<Output, 'warn'>,
  flags: InputFlags,
): Promise<CharacterConfig> {
  const { file } = flags
  if (file === undefined) return mergeCharacterConfig({}, flags)
  const { config, notes } = normalizeFields(await readYamlObject(file))
  const name = inputName(file)
  const refused = notes.filter(({ kind }) => flags.strict || kind === 'conflict')
  if (refused.length > 0) {
    const lines = describeFieldIssues(refused).map(({ text }) => `  ${text}`)
    throw usageError([`${name} says what cannot be done:`, ...lines].join('\n'), HINT)
  }
  for (const { text } of describeFieldIssues(notes)) warn(`${name}: ${text}${IGNORED}`)
  return mergeCharacterConfig(config, flags)
}

const IGNORED = ' (ignored)'
const HINT = 'Nothing was sent.'
