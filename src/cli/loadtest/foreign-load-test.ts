import { stringify } from 'yaml'
import { type ImportedLoadTest, importLoadTest } from '../../loadtest/import/import-load-test.js'
import type { Scenario } from '../../loadtest/scenario/scenario.js'
import { usageError } from '../errors/command-error.js'
import { inputName, parseYamlInput, readInput } from '../input/read-input.js'
import { printableLine } from '../output/printable.js'

const SCRIPT_EXTENSIONS = /\.[cm]?[jt]s$/

/** Reads a load test of another tool. Throws a usage error when it is none, or code. */
export async function readForeignLoadTest(file: string): Promise<ImportedLoadTest> {
  if (SCRIPT_EXTENSIONS.test(file))
    throw usageError(
      `${file} is code, which is not run`,
      `Of a k6 script give its options: k6 inspect ${file} > options.json`,
    )
  const text = await readInput(file)
  const { value } = await parseYamlInput(text, inputName(file))
  try {
    return importLoadTest(value)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'LoadTestImportError')) throw error
    throw usageError(`${inputName(file)} ${error.message}`)
  }
}

type Origin = Pick<ImportedLoadTest, 'tool' | 'notes'> & { readonly file: string }

/** A scenario as YAML, with comments on where it is from and what is missing. */
export function renderScenario(scenario: Scenario, { tool, file, notes }: Origin): string {
  const comments = [
    `From ${inputName(file)} (${tool}).`,
    ...(notes.length === 0 ? [] : ['Not taken over:', ...notes.map((line) => `- ${line}`)]),
  ]
  // On one line each: a name in the file must not end the comment.
  const lines = comments.map((line) => `# ${printableLine(line)}\n`)
  return `${lines.join('')}${stringify(scenario, { aliasDuplicateObjects: false })}`
}
