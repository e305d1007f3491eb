import { resolve, type Schema, type Schemas } from './api-document.js'

type LabelProps = {
  readonly id: string
  readonly name: string
  /** Where a request has it: `path`, `query`, `body` … */
  readonly place: string
  readonly isRequired: boolean
}

export const FieldLabel = ({ id, name, place, isRequired }: LabelProps) => (
  <label for={id} data-place={place}>
    <span class="name">{name}</span>
    {isRequired && <span class="required">required</span>}
  </label>
)

export type Marks = { readonly 'aria-invalid'?: boolean; readonly 'aria-describedby'?: string }

type ValueProps = {
  readonly id: string
  /** Empty for any text. */
  readonly choices: readonly string[]
  readonly isOptional: boolean
  readonly value: string
  setValue(value: string): void
  readonly isDisabled?: boolean
  /** What it may look like. */
  readonly placeholder?: string | undefined
  /** That it is what a fault is about. */
  readonly marks?: Marks
}

/** A field of a form: a list where there are few values. */
export function ValueField({
  id,
  choices,
  isOptional,
  value,
  setValue,
  isDisabled = false,
  placeholder,
  marks = {},
}: ValueProps) {
  if (choices.length === 0) {
    return (
      <input
        id={id}
        value={value}
        disabled={isDisabled}
        placeholder={placeholder}
        {...marks}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
        spellcheck={false}
      />
    )
  }
  return (
    <select
      id={id}
      value={value}
      disabled={isDisabled}
      {...marks}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
    >
      {(isOptional || value === '') && <option value="">(left out)</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}

export const isBoolean = (schema: Schema, schemas: Schemas): boolean =>
  [resolve(schema, schemas).schema.type].flat().includes('boolean')

/** The few values that a schema allows, as texts; none if there are many. */
export function choicesOf(given: Schema, schemas: Schemas): string[] {
  const { schema } = resolve(given, schemas)
  if (schema.enum?.every((one) => typeof one === 'string') === true) return schema.enum.map(String)
  return isBoolean(given, schemas) ? ['true', 'false'] : []
}
