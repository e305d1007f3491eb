import type { CharacterConfig } from '../../contract/characters.js'
import { usageError } from '../errors/command-error.js'
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

/** In the order in which they are asked for. An empty answer leaves the field to its default. */
const QUESTIONS = [
  { name: 'name', message: 'Name' },
  { name: 'tagline', message: 'A line about the character' },
  { name: 'personality', message: 'How it is' },
  { name: 'background', message: 'What it knows and where it comes from' },
  { name: 'voice', message: 'Voice id of the provider (none: it does not speak)' },
] as const

/** Asks what a new character is like. Where nobody can answer, a flag has to say it. */
export async function promptForCharacter({
  isInteractive,
}: Pick<Terminal, 'isInteractive'>): Promise<FieldFlags> {
  if (!isInteractive) {
    throw usageError(
      'Nothing says what the character is like.',
      'For instance: parley characters create --name Ada --personality "Warm, curious"',
    )
  }
  const { default: inquirer } = await import('inquirer')
  // The questions are no result, so they go to standard error.
  const ask = inquirer.createPromptModule({ output: process.stderr })
  const answers: Readonly<Record<string, string>> = await ask(
    QUESTIONS.map(({ name, message }) => ({
      type: 'input' as const,
      name,
      message: name === 'name' ? message : `${message} (Enter: leave it out)`,
      validate: (input: string) => name !== 'name' || input.trim() !== '' || 'A character needs a name.',
    })),
  )
  const given = Object.entries(answers).map(([name, answer]) => [name, answer.trim()] as const)
  return Object.fromEntries(given.filter(([, answer]) => answer !== ''))
}
