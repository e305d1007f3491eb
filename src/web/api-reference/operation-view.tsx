import {
  type ApiOperation,
  boundsOf,
  type OpenApi,
  type Parameter,
  resolve,
  type Schema,
  type Schemas,
  typeOf,
} from './api-document.js'
import { accessOf, type Credentials } from './authentication.js'
import { errorExample } from './error-example.js'
import { exampleOf, type Made } from './example.js'
import { ExampleBox } from './example-box.js'
import { valuesAnsweredBy } from './example-values.js'
import type { KnownIds } from './known-ids.js'
import { Breakable, Description, Linked, Prose } from './prose.js'
import { inPlaces, isChange, isOptionalHeader, jsonBodyOf } from './request.js'
import { SchemaView } from './schema-view.js'
import { TryIt } from './try-it.js'

type Props = {
  readonly operation: ApiOperation
  readonly openApi: OpenApi
  readonly credentials: Credentials
  readonly ids: KnownIds
  readonly made: Made
  /** What comes after it in the chapter. */
  readonly next: ApiOperation | undefined
  learn(ids: Partial<KnownIds>): void
}

export function OperationView({ operation, openApi, credentials, ids, made, next, learn }: Props) {
  const { schemas } = openApi.components
  const inOrder = inPlaces(operation)
  const { operationId, method, path, summary, description = '', deprecated, responses } = operation
  return (
    <article id={operationId}>
      <h3>
        <Prose text={summary ?? operationId} />
        {deprecated === true && (
          <>
            {' '}
            <a class="type" href={`/docs/migration#${operationId}`}>
              legacy: what to use now
            </a>
          </>
        )}
      </h3>
      <button type="button" class="to-example" onClick={() => goToExample(operationId)}>
        To the example
      </button>
      <p class="path">
        <span class={`method ${method.toLowerCase()}`}>{method}</span>{' '}
        <code>
          <Breakable text={path} />
        </code>
      </p>
      {description !== '' && (
        <p>
          <Linked text={description} />
        </p>
      )}
      <p class="soft">
        <code>{operationId}</code> · {accessOf(operation)}
      </p>
      <div class="columns">
        <div>
          <Parameters
            title="Parameters"
            parameters={inOrder.filter((one) => !isOptionalHeader(one))}
            schemas={schemas}
          />
          <Bodies {...{ operation, schemas }} />
          <Parameters
            title="Optional headers"
            parameters={inOrder.filter(isOptionalHeader)}
            schemas={schemas}
          />
          <h4>Answers</h4>
          {Object.entries(responses).map(([status, response]) => (
            <Answer
              key={status}
              operation={operation}
              status={status}
              response={response}
              schemas={schemas}
              ids={ids}
              made={made}
              defaults={defaultsOf(operation)}
            />
          ))}
        </div>
        <TryIt {...{ operation, openApi, credentials, ids, learn }} />
      </div>
      {next !== undefined && (
        <p class="next">
          Next:{' '}
          <a href={`#${next.operationId}`}>
            <Prose text={next.summary ?? next.operationId} />
          </a>
        </p>
      )}
    </article>
  )
}

/** What a request may have as body: what the example sends, and on demand the other way. */
function Bodies({ operation, schemas }: { readonly operation: ApiOperation; readonly schemas: Schemas }) {
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  const sent = jsonBodyOf(operation) === null ? 'multipart/form-data' : 'application/json'
  return (
    <>
      {bodies
        .toSorted(([one]) => (one === sent ? -1 : 1))
        .map(([type, { schema = {} }], index) => {
          const view = <Body {...{ operation, schema, schemas }} />
          return index === 0 ? (
            <section key={type}>
              <h4>
                Body <span class="soft">{type}</span>
              </h4>
              {view}
            </section>
          ) : (
            <details key={type}>
              <summary>Or as {type}</summary>
              {view}
            </details>
          )
        })}
    </>
  )
}

type BodyProps = {
  readonly operation: ApiOperation
  readonly schema: Schema
  readonly schemas: Schemas
}

const Body = ({ operation, schema, schemas }: BodyProps) => (
  <>
    {hasNoRequired(schema, schemas) && (
      <p class="soft">
        No field is required: what is left out {isChange(operation) ? 'stays as it is' : 'takes its default'}.
        Fields that are not listed here are{' '}
        {resolve(schema, schemas).schema.additionalProperties === false ? 'refused' : 'ignored'}.
      </p>
    )}
    <SchemaView schema={schema} schemas={schemas} isFirstOpen />
  </>
)

/** Leads past the fields and answers, which stand before the example. */
function goToExample(operationId: string): void {
  const fields = document
    .getElementById(operationId)
    ?.querySelectorAll<HTMLElement>('.try :is(input, textarea, select, button)')
  // Those that may be left out are folded.
  ;[...(fields ?? [])].find((field) => field.checkVisibility())?.focus()
}

type ParametersProps = {
  readonly title: string
  readonly parameters: readonly Parameter[]
  readonly schemas: Schemas
}

function Parameters({ title, parameters, schemas }: ParametersProps) {
  if (parameters.length === 0) return null
  return (
    <section>
      <h4>{title}</h4>
      <dl class="fields">
        {parameters.map((one) => (
          <div key={`${one.in} ${one.name}`}>
            <dt>
              <code>{one.name}</code>{' '}
              <span class="type">
                {one.in}, {typeOf(one.schema, schemas)}
              </span>
              {one.required === true && <span class="required">required</span>}
            </dt>
            <dd>
              <Description text={one.description ?? ''} />
              {boundsOf(one.schema).length > 0 && <p class="soft">{boundsOf(one.schema).join('; ')}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Whether a body may be an empty object. */
const hasNoRequired = (given: Schema, schemas: Schemas): boolean => {
  const { schema } = resolve(given, schemas)
  return schema.properties !== undefined && (schema.required ?? []).length === 0
}

type AnswerProps = {
  readonly operation: ApiOperation
  readonly status: string
  readonly response: ApiOperation['responses'][string]
  readonly schemas: Schemas
  readonly ids: KnownIds
  readonly made: Made
  /** What the parameters are when they are left out, which some answers repeat. */
  readonly defaults: Readonly<Record<string, unknown>>
}

const defaultsOf = ({ operationId, parameters = [] }: ApiOperation): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.default])),
  ...valuesAnsweredBy(operationId),
})

function Answer({ operation, status, response: { description, content }, ...known }: AnswerProps) {
  const { schemas, ids, made, defaults } = known
  const schema = content?.['application/json']?.schema
  if (schema === undefined) {
    return (
      <p class="answer">
        <span class={isGood(status) ? 'good' : 'bad'}>{status}</span> <Prose text={description} />
      </p>
    )
  }
  return (
    <details class="answer" open={isGood(status)}>
      <summary>
        <span class={isGood(status) ? 'good' : 'bad'}>{status}</span> <Prose text={description} />
      </summary>
      <ExampleBox
        label={`Answer ${status} of ${operation.operationId}`}
        value={
          isGood(status)
            ? exampleOf(schema, { schemas, ids: ids.values, made, defaults })
            : errorExample(status, operation, schemas)
        }
      />
      <details>
        <summary>Fields</summary>
        <SchemaView schema={schema} schemas={schemas} isAnswer />
      </details>
    </details>
  )
}

const isGood = (status: string): boolean => status.startsWith('2')
