import { boundsOf, resolve, type Schema, type Schemas, typeOf } from './api-document.js'
import { Description } from './prose.js'

const DEEPEST = 4

type Props = {
  readonly schema: Schema
  readonly schemas: Schemas
  readonly depth?: number
  readonly seen?: readonly string[]
  /** Of an answer: what is required of a request is always there. */
  readonly isAnswer?: boolean
  /** Shows what the first field consists of, which most people want. */
  readonly isFirstOpen?: boolean
}

/** The fields of a schema as a list; objects within it open on demand. */
export function SchemaView({
  schema: given,
  schemas,
  depth = 0,
  seen = [],
  isAnswer = false,
  isFirstOpen = false,
}: Props) {
  const { schema, name } = resolve(given, schemas)
  const inner = { schemas, isAnswer, depth: depth + 1, seen: name === null ? seen : [...seen, name] }
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return <p class="soft">{typeOf(given, schemas)}</p>
  return (
    <dl class="fields">
      {fields.map(([field, own], index) => (
        <div key={field}>
          <dt>
            <code>{field}</code> <span class="type">{typeOf(own, schemas)}</span>
            {!isAnswer && schema.required?.includes(field) === true && <span class="required">required</span>}
            {isAnswer && schema.required?.includes(field) !== true && (
              <span class="type"> may be absent</span>
            )}
          </dt>
          <dd>
            <Description text={descriptionOf(own)} />
            {boundsOf(own).length > 0 && <p class="soft">{boundsOf(own).join('; ')}</p>}
            <Nested schema={own} {...inner} isOpen={isFirstOpen && index === 0} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Of a value or null, what is said of the value. */
const descriptionOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((one) => one.description !== undefined)?.description ?? ''

type NestedProps = Omit<Props, 'isFirstOpen'> & { readonly isOpen: boolean }

/** What a field consists of, if that is more than a value. */
function Nested({ schema, schemas, depth = 0, seen = [], isAnswer = false, isOpen }: NestedProps) {
  const part = partOf(schema, schemas)
  if (part === null || depth > DEEPEST || (part.name !== null && seen.includes(part.name))) return null
  return (
    <details open={isOpen}>
      <summary>{part.name ?? 'Fields'}</summary>
      <SchemaView
        schema={part.schema}
        schemas={schemas}
        depth={depth}
        isAnswer={isAnswer}
        seen={part.name === null ? seen : [...seen, part.name]}
      />
    </details>
  )
}

function partOf(given: Schema, schemas: Schemas): { schema: Schema; name: string | null } | null {
  const { schema, name } = resolve(given, schemas)
  if (schema.properties !== undefined) return { schema, name }
  if (schema.items !== undefined) return partOf(schema.items, schemas)
  const parts = (schema.anyOf ?? []).map((one) => partOf(one, schemas)).filter((one) => one !== null)
  return parts[0] ?? null
}
