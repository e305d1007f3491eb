import type { Action, ActionParameter } from '../../contract/characters.js'

export type ActionArguments = Record<string, string | number | boolean>
export type ActionCall = { readonly name: string; readonly arguments: ActionArguments }
type Called = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }

/**
 * A model's call as the character declared it: undeclared parameters dropped, values in the declared types.
 * Undefined when the action is not declared or a required parameter is missing.
 */
export function declaredCall(declared: readonly Action[], call: Called): ActionCall | undefined {
  const action = declared.find(({ name }) => name === call.name)
  if (action === undefined) return undefined

  const parameters = action.parameters ?? []
  const values = parameters.map((parameter) => [parameter, declaredValue(parameter, call)] as const)
  if (values.some(([{ required }, value]) => required === true && value === undefined)) return undefined
  return {
    name: action.name,
    arguments: Object.fromEntries(
      values.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

/**
 * The inline form for clients without `client_action` (docs/wire-protocol.md, Actions).
 * A parameter that is no attribute name, or is called `name` like the tag's own attribute, is left out.
 */
export function actionTag({ name, arguments: values }: ActionCall): string {
  const attributes = Object.entries(values)
    .filter(([key]) => key !== 'name' && /^[A-Za-z_][\w.-]*$/.test(key))
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
  return `<action name="${name}"${attributes.join('')}/>`
}

function declaredValue(
  { name, type = 'string' }: ActionParameter,
  call: Called,
): ActionArguments[string] | undefined {
  const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined
  switch (type) {
    case 'string':
      return isScalar(value) ? String(value) : undefined
    case 'number':
      return asNumber(value)
    case 'boolean':
      return asBoolean(value)
  }
}

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined
  if (word === 'true') return true
  return word === 'false' ? false : undefined
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
const escapeAttribute = (text: string) =>
  text.replace(/[&<>"\n\r\t]/g, (character) => ESCAPES[character] ?? '')
