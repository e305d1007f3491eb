import { Value } from 'typebox/value'
import { BoundedError } from '../../contract/bounded-error.js'
import { isObject } from '../../contract/is-object.js'
import { type Scenario, ScenarioSchema, scenarioFault } from '../scenario/scenario.js'
import { artilleryCharacter, importArtillery, isArtilleryScript } from './artillery.js'
import { importK6, isK6Options } from './k6.js'
import { createNotes } from './notes.js'

/** A file that is not of a tool whose files are read; the message is the end of a sentence that begins with its name. */
export class LoadTestImportError extends BoundedError {
  override readonly name = 'LoadTestImportError'
}

/** A scenario without its character where the file names none, and a line for each thing that could not be taken over. */
export type ImportedLoadTest = {
  readonly tool: 'Artillery' | 'k6'
  readonly character: string | undefined
  readonly scenario: Omit<Scenario, 'character'>
  readonly notes: readonly string[]
}

/**
 * Takes over an Artillery script, or the options of a k6 script, as parsed from YAML or JSON. Nothing of it is run: what
 * is code, a variable or has no counterpart here is noted. Throws a LoadTestImportError for anything else.
 */
export function importLoadTest(value: unknown): ImportedLoadTest {
  const notes = createNotes()
  if (!isObject(value))
    throw new LoadTestImportError('is neither a script of Artillery nor the options of k6')
  const tool = toolOf(value)
  const scenario = tool === 'Artillery' ? importArtillery(value, notes) : importK6(value, notes)
  const whole = { character: 'c', ...scenario }
  const fault = Value.Check(ScenarioSchema, whole) ? scenarioFault(whole) : describeFirstProblem(whole)
  if (fault !== undefined) throw new LoadTestImportError(`has no form here: ${fault}`)
  const character = tool === 'Artillery' ? artilleryCharacter(value) : undefined
  return { tool, character, scenario, notes: notes.lines() }
}

function toolOf(value: Readonly<Record<string, unknown>>): ImportedLoadTest['tool'] {
  if (isArtilleryScript(value)) return 'Artillery'
  if (isK6Options(value)) return 'k6'
  throw new LoadTestImportError('is neither a script of Artillery nor the options of k6')
}

function describeFirstProblem(value: unknown): string {
  const [problem] = Value.Errors(ScenarioSchema, value)
  return `${problem?.instancePath} ${problem?.message}`
}
