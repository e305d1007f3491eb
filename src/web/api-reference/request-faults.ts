import { isObject } from '../../contract/is-object.js'
import type { ApiOperation, Parameter } from './api-document.js'
import { isGivenId, parameterKey, type RequestValues } from './request.js'

/** What is wrong with a request, and the field of the form that it is about. */
export type Fault = {
  /** A parameter as `query limit`, `body`, or a field of the body as `body llm.temperature`. */
  readonly field: string
  readonly text: string
  /** The same where the text stands at its field anyway. */
  readonly short?: string
}

const isEmpty = (value: string | undefined): boolean => (value ?? '').trim() === ''

/** What is wrong with the parameters, the files or the body, if they are not worth sending. */
export function faultIn(
  { parameters, method = '' }: Pick<ApiOperation, 'parameters'> & Partial<Pick<ApiOperation, 'method'>>,
  { parameters: given, body, files }: RequestValues,
  fileParts: readonly string[],
): Fault | null {
  const empty = parameters?.find((one) => one.required === true && isEmpty(given[parameterKey(one)]))
  if (empty !== undefined)
    return { field: parameterKey(empty), text: `“${empty.name}” is required and empty${wayTo(empty)}` }
  // Without it the server refuses; a question before that would be asked in vain.
  const confirm = parameters?.find(({ name }) => method === 'DELETE' && name === 'confirm')
  if (confirm !== undefined && given[parameterKey(confirm)] !== 'true')
    return { field: parameterKey(confirm), text: 'Set “confirm” to true: nothing is erased without it' }
  const missing = fileParts.find((part) => files[part] === undefined)
  if (missing !== undefined) return { field: missing, text: `Choose a file for “${missing}” first` }
  if (body.trim() === '') return null
  try {
    JSON.parse(body)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { field: 'body', short: 'the body is not JSON', text: `The body is not JSON: ${why}` }
  }
}

/** What is listed or made fills it in. */
const wayTo = (one: Parameter): string => (isGivenId(one) ? ': list or create what it is the id of' : '')

/** The problems that an answer 422 lists, at the fields that they are about; empty for other answers. */
export function faultsIn(answer: unknown): Fault[] {
  const detail = isObject(answer) ? answer['detail'] : undefined
  if (!Array.isArray(detail)) return []
  return detail.flatMap((problem): Fault[] => {
    if (!isObject(problem) || !Array.isArray(problem['loc'])) return []
    const [place = 'body', ...path] = problem['loc'].map(String)
    const name = path.join('.')
    return [{ field: `${place} ${name}`.trim(), text: `${name || place}: ${String(problem['msg'])}` }]
  })
}
