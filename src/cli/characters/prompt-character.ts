import { usageError } from '../errors/command-error.js'
import { openPrompt } from '../input/open-prompt.js'
import type { Terminal } from '../output/terminal.js'
import type { FieldFlags } from './character-config.js'

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
  const ask = await openPrompt()
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
