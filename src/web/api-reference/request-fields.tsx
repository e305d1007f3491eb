import type { ApiOperation, Parameter, Schemas } from './api-document.js'
import { BodyFields } from './body-fields.js'
import { jsonBodyOf, parameterKey, type RequestValues } from './request.js'
import { choicesOf, FieldLabel, ValueField } from './value-field.js'

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
  const { operation, schemas, values, fileParts, fault, setValues } = props
  const id = (name: string) => `${operation.operationId} ${name}`.replace(/\W+/g, '-')
  const body = jsonBodyOf(operation)
  const isHeader = (one: Parameter) => one.in === 'header' && one.required !== true
  const all = operation.parameters ?? []
  const [shown, headers] = [all.filter((one) => !isHeader(one)), all.filter(isHeader)]
  return (
    <>
      {shown.map((one) => (
        <ParameterField key={parameterKey(one)} one={one} {...props} id={id} />
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
          <BodyFields {...{ schema: body, schemas, values, setValues, id }} />
          <label for={id('body')}>Body</label>
          <textarea
            id={id('body')}
            rows={Math.min(12, values.body.split('\n').length + 1)}
            value={values.body}
            {...faultOf(fault, 'body', id)}
            onInput={({ currentTarget }) => setValues({ ...values, body: currentTarget.value })}
            spellcheck={false}
          />
          <FaultText fault={fault} field="body" id={id} />
        </>
      )}
      {headers.length > 0 && (
        // Few requests need them; one that is filled in stays in sight.
        <details
          open={headers.some((one) => (values.parameters[parameterKey(one)] ?? '') !== '') || undefined}
        >
          <summary>
            {headers.length === 1 ? 'A header' : `${headers.length} headers`} that may be left out
          </summary>
          {headers.map((one) => (
            <ParameterField key={parameterKey(one)} one={one} {...props} id={id} />
          ))}
        </details>
      )}
    </>
  )
}

type ParameterProps = FieldsProps & { readonly one: Parameter; readonly id: Ids }

/** One parameter, with what it names where that is known. */
function ParameterField({ one, id, schemas, values, fault, names, setParameter }: ParameterProps) {
  const key = parameterKey(one)
  const value = values.parameters[key] ?? ''
  return (
    <div>
      <p class="field">
        <FieldLabel id={id(key)} name={one.name} isRequired={one.required === true} />
        <ValueField
          id={id(key)}
          choices={choicesOf(one.schema, schemas)}
          isOptional={one.required !== true}
          value={value}
          setValue={(next) => setParameter(one, next)}
          marks={faultOf(fault, key, id)}
        />
        {one.in === 'path' && names[value] !== undefined && <span class="named">{names[value]}</span>}
      </p>
      <FaultText fault={fault} field={key} id={id} />
    </div>
  )
}

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

const isEmpty = (value: string | undefined): boolean => (value ?? '').trim() === ''

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
