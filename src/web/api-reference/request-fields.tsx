import { type ApiOperation, type Parameter, resolve, type Schema, type Schemas } from './api-document.js'
import { BodyFields } from './body-fields.js'
import {
  type FormParts,
  inPlaces,
  isGivenId,
  isOptionalHeader,
  jsonBodyOf,
  parameterKey,
  type RequestValues,
} from './request.js'
import type { Fault } from './request-faults.js'
import { unknownFieldsIn } from './unknown-fields.js'
import { choicesOf, FieldLabel, type Marks, ValueField } from './value-field.js'

type FieldsProps = {
  readonly operation: ApiOperation
  readonly schemas: Schemas
  readonly values: RequestValues
  readonly formParts: FormParts
  readonly faults: readonly Fault[]
  /** The id of what tells of them; by default each is told at its field. */
  readonly toldAt?: string | undefined
  /** What is called so, by ids. */
  readonly names: Readonly<Record<string, string>>
  /** What can be chosen for a parameter, by ids. */
  readonly listed: Readonly<Record<string, readonly string[]>>
  setParameter(one: Parameter, value: string): void
  setValues(values: RequestValues): void
}

/** The form of a request: its parameters, files and body, with choices where there are few. */
export function RequestFields(props: FieldsProps) {
  const { operation, schemas, values, formParts, faults, toldAt, setValues } = props
  const id = (name: string) => `${operation.operationId} ${name}`.replace(/\W+/g, '-')
  const body = jsonBodyOf(operation)
  const all = inPlaces(operation)
  const headers = all.filter(isOptionalHeader)
  const shown = all.filter((one) => !headers.includes(one))
  return (
    <>
      {shown.map((one) => (
        <ParameterField key={parameterKey(one)} one={one} {...props} id={id} />
      ))}
      {formParts.files.map((part) => (
        <div key={part}>
          <p class="field">
            <FieldLabel id={id(part)} name={part} place="form" isRequired />
            <input
              id={id(part)}
              type="file"
              {...faultOf({ faults, field: part, id, toldAt })}
              onChange={({ currentTarget: { files } }) =>
                setValues({ ...values, files: { ...values.files, ...(files?.[0] && { [part]: files[0] }) } })
              }
            />
          </p>
          <FaultText faults={faults} field={part} id={id} toldAt={toldAt} />
        </div>
      ))}
      {formParts.fields.map((one) => (
        <ParameterField key={parameterKey(one)} one={one} {...props} id={id} />
      ))}
      {body !== null && (
        <>
          <BodyFields
            {...{ schema: body, schemas, values, setValues, id }}
            marksOf={(path) => faultOf({ faults, field: `body ${path}`, id, toldAt })}
          />
          <label for={id('body')}>Body</label>
          <textarea
            id={id('body')}
            rows={Math.min(12, values.body.split('\n').length + 1)}
            value={values.body}
            {...faultOf({ faults, field: 'body', id, toldAt })}
            onInput={({ currentTarget }) => setValues({ ...values, body: currentTarget.value })}
            spellcheck={false}
          />
          <FaultText faults={faults} field="body" id={id} toldAt={toldAt} />
          <UnknownFields {...{ text: values.body, schema: body, schemas }} />
        </>
      )}
      {headers.length > 0 && (
        // Few requests need them; one that is filled in stays in sight.
        <details
          open={headers.some((one) => (values.parameters[parameterKey(one)] ?? '') !== '') || undefined}
        >
          <summary>
            {headers.length === 1 ? 'An optional header' : `${headers.length} optional headers`}
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
function ParameterField({
  one,
  id,
  schemas,
  values,
  faults,
  toldAt,
  names,
  listed,
  setParameter,
}: ParameterProps) {
  const key = parameterKey(one)
  const value = values.parameters[key] ?? ''
  return (
    <div>
      <p class="field">
        <FieldLabel
          id={id(key)}
          name={one.name}
          place={one.in === 'body' ? 'form' : one.in}
          isRequired={one.required === true}
        />
        <ValueField
          id={id(key)}
          choices={choicesOf(one.schema, schemas)}
          isOptional={one.required !== true}
          value={value}
          placeholder={isGivenId(one) ? 'not chosen yet' : undefined}
          setValue={(next) => setParameter(one, next)}
          marks={faultOf({ faults, field: key, id, toldAt })}
        />
        {one.in === 'path' && (
          <Named
            {...{ names, value }}
            ids={listed[one.name] ?? []}
            choose={(next) => setParameter(one, next)}
          />
        )}
      </p>
      <FaultText faults={faults} field={key} id={id} toldAt={toldAt} />
    </div>
  )
}

type NamedProps = Pick<FieldsProps, 'names'> & {
  readonly value: string
  readonly ids: readonly string[]
  choose(id: string): void
}

/** What an id is of; where others are known, they can be chosen by their names. */
function Named({ names, value, ids, choose }: NamedProps) {
  const others = ids.filter((id) => id !== value)
  if (others.length === 0)
    return names[value] === undefined ? null : <span class="named">{names[value]}</span>
  return (
    <select
      class="named"
      aria-label="Choose one that is known"
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {!ids.includes(value) && <option value={value}>{names[value] ?? 'choose by name'}</option>}
      {ids.map((id) => (
        <option key={id} value={id}>
          {names[id] ?? `${id.slice(0, 8)}…`}
        </option>
      ))}
    </select>
  )
}

type Ids = (name: string) => string

/** A fault of the body as a whole stands at its text, and so does that of a field which has none of its own. */
const isAbout = ({ field }: Fault, own: string): boolean =>
  field === own || (own === 'body' && field.startsWith('body'))

type FaultProps = {
  readonly faults: readonly Fault[]
  readonly field: string
  readonly id: Ids
  readonly toldAt: string | undefined
}

function faultOf({ faults, field, id, toldAt }: FaultProps): Marks {
  if (!faults.some((one) => isAbout(one, field))) return { 'aria-invalid': false }
  const shown = field.startsWith('body ') ? 'body' : field
  return { 'aria-invalid': true, 'aria-describedby': toldAt ?? id(`${shown} fault`) }
}

function FaultText({ faults, field, id, toldAt }: FaultProps) {
  const own = faults.filter((one) => isAbout(one, field))
  if (own.length === 0 || toldAt !== undefined) return null
  return (
    <p class="fault" id={id(`${field} fault`)}>
      {own.map(({ text }) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}

type UnknownProps = { readonly text: string; readonly schema: Schema; readonly schemas: Schemas }

/** Names fields that the server does not know, before it refuses or ignores them. */
function UnknownFields({ text, schema, schemas }: UnknownProps) {
  const unknown = unknownFieldsIn(text, schema, schemas)
  const isRefused = resolve(schema, schemas).schema.additionalProperties === false
  return (
    <div role="status">
      {unknown.map(({ path, meant }) => (
        <p key={path} class="unknown">
          <code>{path}</code> is not a field of this body, and {isRefused ? 'refused' : 'ignored'}.
          {meant !== undefined && (
            <>
              {' '}
              Did you mean <code>{meant}</code>?
            </>
          )}
        </p>
      ))}
    </div>
  )
}
