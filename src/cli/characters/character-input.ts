import type { CharacterConfig } from '../../contract/characters.js'
import { usageError } from '../errors/command-error.js'
import { openPrompt } from '../input/open-prompt.js'
import { inputName, readYamlObject } from '../input/read-input.js'
import type { Output } from '../output/output.js'
import type { Terminal } from '../output/terminal.js'
import { type FieldFlags, mergeCharacterConfig } from './character-config.js'
import { describeFieldIssues, normalizeFields } from './character-fields.js'

type InputFlags = FieldFlags & {
  readonly file?: string | undefined
  readonly strict?: boolean | undefined
}

/**
 * Reads the configuration from the file and the flags. Fields that the service would ignore cause a warning, or with
 * `--strict` a usage error.
 */
export async function readCharacterInput(
  { warn }: Pick<Output, 'warn'>,
  flags: InputFlags,
): Promise<CharacterConfig> {
  const { file } = flags
  if (file === undefined) return mergeCharacterConfig({}, flags)
  const { config, notes } = normalizeFields(await readYamlObject(file))
  const name = inputName(file)
  const errors = notes.filter(({ kind }) => flags.strict || kind === 'conflict')
  if (errors.length > 0) {
    const lines = describeFieldIssues(errors).map(({ text }) => `  ${text}`)
    throw usageError([`${name} has invalid fields:`, ...lines].join('\n'), HINT)
  }
  for (const { text } of describeFieldIssues(notes)) warn(`${name}: ${text}${IGNORED}`)
  return mergeCharacterConfig(config, flags)
}

const IGNORED = ' (ignored)'
const HINT = 'Nothing was sent.'

/** The questions in order. An empty answer leaves a field at its default. */
const QUESTIONS = [
  { name: 'name', message: 'Name' },
  { name: 'tagline', message: 'A line about the character' },
  { name: 'personality', message: 'Personality' },
  { name: 'background', message: 'Background: what it knows and where it comes from' },
  { name: 'voice', message: 'Voice id of the provider (none: it does not speak)' },
] as const

/** Asks for the fields of a new character. Throws a usage error if there is no terminal. */
export async function promptForCharacter({
  isInteractive,
}: Pick<Terminal, 'isInteractive'>): Promise<FieldFlags> {
  if (!isInteractive) {
    throw usageError(
      'The command line describes no character.',
      'For example: parley characters create --name Ada --personality "Warm, curious"',
    )
  }
  const ask = await openPrompt()
  const answers: Readonly<Record<string, string>> = await ask(
    QUESTIONS.map(({ name, message }) => ({
      type: 'input' as const,
      name,
      message: name === 'name' ? message : `${message} (Enter: skip)`,
      validate: (input: string) => name !== 'name' || input.trim() !== '' || 'A character needs a name.',
    })),
  )
  const trimmed = Object.entries(answers).map(([name, answer]) => [name, answer.trim()] as const)
  return Object.fromEntries(trimmed.filter(([, answer]) => answer !== ''))
}
