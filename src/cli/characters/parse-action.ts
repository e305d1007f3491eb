import { type Action, type ActionParameter, PARAMETER_TYPES } from '../../contract/characters.js'
import { usageError } from '../errors/command-error.js'

const ACTION = /^\s*([^\s(:]+)\s*(?:\(([^)]*)\)\s*)?(?::\s*(.*))?$/s
const PARAMETER = /^([^\s:!]+)\s*(?::\s*(\w+)\s*)?(!)?$/

/** Parses `name(parameter:type!, …): description`; parameters and description are optional. */
export function parseAction(text: string): Action {
  const [, name, parameters, description] = ACTION.exec(text) ?? []
  if (name === undefined) throw usageError(`"${text}" is not an action`, SHAPE)
  const listed = (parameters ?? '').split(',').filter((one) => one.trim() !== '')
  return {
    name,
    ...(description ? { description: description.trim() } : {}),
    ...(listed.length > 0 ? { parameters: listed.map((one) => parseParameter(one.trim())) } : {}),
  }
}

function parseParameter(text: string): ActionParameter {
  const [, name, word = 'string', required] = PARAMETER.exec(text) ?? []
  const type = PARAMETER_TYPES.find((one) => one === word)
  if (name === undefined || type === undefined) {
    throw usageError(`"${text}" is not a parameter of an action`, SHAPE)
  }
  return { name, type, required: required === '!' }
}

const SHAPE = "Write it as 'wave: Waves' or 'sit(place:string!, seconds:number): Sits down'."
