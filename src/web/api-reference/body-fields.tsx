import { useRef } from 'preact/hooks'
import { isObject } from '../../contract/is-object.js'
import { boundsOf, resolve, type Schema, type Schemas } from './api-document.js'
import type { RequestValues } from './request.js'
import { choicesOf, FieldLabel, isBoolean, type Marks, ValueField } from './value-field.js'

type ChoicesProps = {
  readonly schema: Schema
  readonly schemas: Schemas
  readonly values: RequestValues
  setValues(values: RequestValues): void
  /** The id of a field of the form by its name. */
  id(name: string): string
  /** What shows that a field is wrong, by its path in the body. */
  marksOf(path: string): Marks
}

/** Fields of a JSON body as fields of the form: its first texts, and what has few values. They are written into the body. */
export function BodyFields({ schema, schemas, values, setValues, id, marksOf }: ChoicesProps) {
  const { body, isDisabled } = useLastBody(values.body)
  if (body === null) return null
  const { properties = {}, required = [] } = resolve(schema, schemas).schema
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const choices = choicesOf(field, schemas)
    return choices.length === 0 ? [] : [{ name, choices, isBoolean: isBoolean(field, schemas) }]
  })
  const write = (next: unknown) => setValues({ ...values, body: JSON.stringify(next, null, 2) })
  const choose = (name: string, value: unknown) => {
    const { [name]: _, ...others } = body
    write(value === undefined ? others : { ...body, [name]: value })
  }
  const texts = textsIn(
    body,
    fields.map(({ name }) => name),
  )
  return (
    <>
      {[...texts, ...wantedIn(schema, schemas, { body, texts })].map(({ path, value, isNumber, hint }) => (
        <p class="field" key={path.join('.')}>
          <FieldLabel
            id={id(`text ${path.join(' ')}`)}
            name={path.join('.')}
            place="body"
            isRequired={isIn(path, required)}
          />
          <ValueField
            id={id(`text ${path.join(' ')}`)}
            choices={[]}
            isOptional
            value={value}
            isDisabled={isDisabled}
            placeholder={hint}
            marks={marksOf(path.join('.'))}
            setValue={(next) => write(withValue(body, path, added(next, isNumber)))}
          />
        </p>
      ))}
      {fields.map(({ name, choices, isBoolean: isTrueOrFalse }) => (
        <p class="field" key={name}>
          <FieldLabel
            id={id(`choice ${name}`)}
            name={name}
            place="body"
            isRequired={required.includes(name)}
          />
          <ValueField
            id={id(`choice ${name}`)}
            choices={choices}
            isOptional={!required.includes(name)}
            isDisabled={isDisabled}
            marks={marksOf(name)}
            value={body[name] === undefined ? '' : String(body[name])}
            setValue={(value) => {
              if (value === '') return choose(name, undefined)
              choose(name, isTrueOrFalse ? value === 'true' : value)
            }}
          />
        </p>
      ))}
    </>
  )
}

/** The body; while its text is no JSON that before, so that nothing moves under whoever types. */
function useLastBody(text: string): { readonly body: Fields | null; readonly isDisabled: boolean } {
  const parsed = parsedObject(text)
  const last = useRef(parsed)
  if (parsed !== null) last.current = parsed
  return { body: last.current, isDisabled: parsed === null }
}

/** What people write first; all else is in the body below. */
const MOST_TEXTS = 2

/** What many add to the example, in its groups. */
const WANTED = [
  { path: ['persona', 'tagline'], isNumber: false },
  { path: ['llm', 'temperature'], isNumber: true },
] as const

/** Those of them that a body may have and does not show as one of its first texts. */
const wantedIn = (
  schema: Schema,
  schemas: Schemas,
  { body, texts }: { readonly body: Fields; readonly texts: readonly Text[] },
): Text[] =>
  WANTED.flatMap(({ path, isNumber }) => {
    const [group, name] = path
    const own = resolve(schema, schemas).schema.properties?.[group]
    const field = own === undefined ? undefined : resolve(own, schemas).schema.properties?.[name]
    if (field === undefined || texts.some((one) => one.path.join('.') === path.join('.'))) return []
    const given = body[group]
    const value = isObject(given) ? given[name] : undefined
    const hint = isNumber ? boundsOf(field).join('; ') : undefined
    return [{ path, value: value === undefined ? '' : String(value), isNumber, hint }]
  })

/** What is typed; empty, a field that was added is left out, and what is no number stays a text, which the server refuses. */
function added(text: string, isNumber: boolean | undefined): number | string | undefined {
  if (isNumber === undefined) return text
  if (text.trim() === '') return undefined
  const number = Number(text)
  return !isNumber || Number.isNaN(number) || text.endsWith('.') ? text : number
}

type Text = {
  readonly path: readonly string[]
  readonly value: string
  /** Of a field that is not in the body until it is filled in. */
  readonly isNumber?: boolean | undefined
  /** What may be typed. */
  readonly hint?: string | undefined
}
type Fields = Readonly<Record<string, unknown>>

const isIn = ([name = '', ...deeper]: readonly string[], required: readonly string[]): boolean =>
  deeper.length === 0 && required.includes(name)

/** Whoever sends it thinks it up, other than the ids that the server gives. */
const PLAYER = 'playerId'

/** The first texts of a body, in it or in its groups, that are no ids and have no choices. */
const textsIn = (body: Fields, chosen: readonly string[]): Text[] =>
  Object.entries(body)
    .flatMap(([name, value]): Text[] => {
      if (typeof value === 'string') return chosen.includes(name) ? [] : [{ path: [name], value }]
      if (!isObject(value)) return []
      return Object.entries(value).flatMap(([own, text]) =>
        typeof text === 'string' ? [{ path: [name, own], value: text }] : [],
      )
    })
    .filter(({ path }) => path.at(-1) === PLAYER || !/(?:^i|I|_i)d$/.test(path.at(-1) ?? ''))
    .slice(0, MOST_TEXTS)

function withValue(body: Fields, [name = '', own]: readonly string[], value: unknown): Fields {
  if (own === undefined) return { ...body, [name]: value }
  const group = body[name]
  return { ...body, [name]: { ...(isObject(group) ? group : {}), [own]: value } }
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
