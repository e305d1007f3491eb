import { isObject } from '../../contract/is-object.js'
import { type ApiOperation, type Parameter, resolve, type Schema, type Schemas } from './api-document.js'
import { jsonBodyOf, parameterKey, type RequestValues } from './request.js'

/** Why a request is not worth sending, and the field that it is about. */
export type Fault = { readonly field: string; readonly text: string }

type FieldsProps = {
  readonly operation: ApiOperation
  readonly schemas: Schemas
  readonly values: RequestValues
  readonly fileParts: readonly string[]
  readonly fault: Fault | null
  /** What is called so, by ids. */
  readonly names: Readonly<Record<string, string>>
  setParameter(one: Parameter, value: string): void
  setValues(values: RequestValues): void
}

/** The form of a request: its parameters, files and body, with choices where there are few. */
export function RequestFields(props: FieldsProps) {
  const { operation, schemas, values, fileParts, fault, names, setParameter, setValues } = props
  const id = (name: string) => `${operation.operationId} ${name}`.replace(/\W+/g, '-')
  const body = jsonBodyOf(operation)
  return (
    <>
      {(operation.parameters ?? []).map((one) => (
        <div key={parameterKey(one)}>
          <p class="field">
            <FieldLabel id={id(parameterKey(one))} name={one.name} isRequired={one.required === true} />
            <ValueField
              id={id(parameterKey(one))}
              choices={choicesOf(one.schema, schemas)}
              isOptional={one.required !== true}
              value={values.parameters[parameterKey(one)] ?? ''}
              setValue={(value) => setParameter(one, value)}
              marks={faultOf(fault, parameterKey(one), id)}
            />
            {one.in === 'path' && names[values.parameters[parameterKey(one)] ?? ''] !== undefined && (
              <span class="named">{names[values.parameters[parameterKey(one)] ?? '']}</span>
            )}
          </p>
          <FaultText fault={fault} field={parameterKey(one)} id={id} />
        </div>
      ))}
      {fileParts.map((part) => (
        <div key={part}>
          <p class="field">
            <FieldLabel id={id(part)} name={part} isRequired />
            <input
              id={id(part)}
              type="file"
              {...faultOf(fault, part, id)}
              onChange={({ currentTarget: { files } }) =>
                setValues({ ...values, files: { ...values.files, ...(files?.[0] && { [part]: files[0] }) } })
              }
            />
          </p>
          <FaultText fault={fault} field={part} id={id} />
        </div>
      ))}
      {body !== null && (
        <>
          <BodyChoices {...{ schema: body, schemas, values, setValues, id }} />
          <label for={id('body')}>Body</label>
          <textarea
            id={id('body')}
            rows={Math.min(14, values.body.split('\n').length + 1)}
            value={values.body}
            {...faultOf(fault, 'body', id)}
            onInput={({ currentTarget }) => setValues({ ...values, body: currentTarget.value })}
            spellcheck={false}
          />
          <FaultText fault={fault} field="body" id={id} />
        </>
      )}
    </>
  )
}

type LabelProps = { readonly id: string; readonly name: string; readonly isRequired: boolean }

const FieldLabel = ({ id, name, isRequired }: LabelProps) => (
  <label for={id}>
    {name}
    {isRequired && <span class="required">required</span>}
  </label>
)

type Ids = (name: string) => string

const faultOf = (fault: Fault | null, field: string, id: Ids) =>
  fault?.field === field
    ? { 'aria-invalid': true as const, 'aria-describedby': id(`${field} fault`) }
    : { 'aria-invalid': false as const }

function FaultText({
  fault,
  field,
  id,
}: {
  readonly fault: Fault | null
  readonly field: string
  readonly id: Ids
}) {
  if (fault?.field !== field) return null
  return (
    <p class="fault" id={id(`${field} fault`)}>
      {fault.text}
    </p>
  )
}

type ValueProps = {
  readonly id: string
  /** Empty for any text. */
  readonly choices: readonly string[]
  readonly isOptional: boolean
  readonly value: string
  setValue(value: string): void
  /** That it is what a fault is about. */
  readonly marks?: Readonly<Partial<ReturnType<typeof faultOf>>>
}

function ValueField({ id, choices, isOptional, value, setValue, marks = {} }: ValueProps) {
  if (choices.length === 0) {
    return (
      <input
        id={id}
        value={value}
        {...marks}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
        spellcheck={false}
      />
    )
  }
  return (
    <select id={id} value={value} {...marks} onChange={({ currentTarget }) => setValue(currentTarget.value)}>
      {(isOptional || value === '') && <option value="">(left out)</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}

type ChoicesProps = {
  readonly schema: Schema
  readonly schemas: Schemas
  readonly values: RequestValues
  setValues(values: RequestValues): void
  readonly id: Ids
}

/** The fields of a JSON body that have few values, chosen from lists; they are written into the body. */
function BodyChoices({ schema, schemas, values, setValues, id }: ChoicesProps) {
  const body = parsedObject(values.body)
  if (body === null) return null
  const { properties = {}, required = [] } = resolve(schema, schemas).schema
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const choices = choicesOf(field, schemas)
    return choices.length === 0 ? [] : [{ name, choices, isBoolean: isBoolean(field, schemas) }]
  })
  const choose = (name: string, value: unknown) => {
    const { [name]: _, ...others } = body
    const next = value === undefined ? others : { ...body, [name]: value }
    setValues({ ...values, body: JSON.stringify(next, null, 2) })
  }
  return (
    <>
      {fields.map(({ name, choices, isBoolean: isTrueOrFalse }) => (
        <p class="field" key={name}>
          <FieldLabel id={id(`choice ${name}`)} name={name} isRequired={required.includes(name)} />
          <ValueField
            id={id(`choice ${name}`)}
            choices={choices}
            isOptional={!required.includes(name)}
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

const isBoolean = (schema: Schema, schemas: Schemas): boolean =>
  [resolve(schema, schemas).schema.type].flat().includes('boolean')

/** The few values that a schema allows, as texts; none if there are many. */
function choicesOf(given: Schema, schemas: Schemas): string[] {
  const { schema } = resolve(given, schemas)
  if (schema.enum?.every((one) => typeof one === 'string') === true) return schema.enum.map(String)
  return isBoolean(given, schemas) ? ['true', 'false'] : []
}

const isEmpty = (value: string | undefined): boolean => (value ?? '').trim() === ''

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** What is wrong with the parameters, the files or the body, if they are not worth sending. */
export function faultIn(
  { parameters }: Pick<ApiOperation, 'parameters'>,
  { parameters: given, body, files }: RequestValues,
  fileParts: readonly string[],
): Fault | null {
  const empty = parameters?.find((one) => one.required === true && isEmpty(given[parameterKey(one)]))
  if (empty !== undefined)
    return { field: parameterKey(empty), text: `“${empty.name}” is required and empty` }
  const missing = fileParts.find((part) => files[part] === undefined)
  if (missing !== undefined) return { field: missing, text: `Choose a file for “${missing}” first` }
  if (body.trim() === '') return null
  try {
    JSON.parse(body)
    return null
  } catch (error) {
    return {
      field: 'body',
      text: `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}
