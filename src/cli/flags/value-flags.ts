import { Flags } from '@oclif/core'
import { usageError } from '../errors/command-error.js'
import { readInput } from '../input/read-input.js'

/** Reads a text argument: the text itself, or `@FILE` for the content of a file (`@-`: standard input). `@@` escapes @. */
export async function readTextOrFile(input: string): Promise<string> {
  if (!input.startsWith('@') || input.startsWith('@@')) return input.replace(/^@@/, '@')
  return (await readInput(input.slice(1))).trimEnd()
}

export const textFlag = Flags.custom<string>({ helpValue: 'TEXT|@FILE', parse: readTextOrFile })

export const numberFlag = Flags.custom<number>({
  helpValue: 'NUMBER',
  parse: async (input) => {
    const value = Number(input)
    if (input.trim() === '' || !Number.isFinite(value)) throw usageError(`"${input}" is not a number`)
    return value
  },
})
