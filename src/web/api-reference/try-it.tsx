import { useState } from 'preact/hooks'
import type { ApiOperation, OpenApi, Parameter } from './api-document.js'
import { authenticationOf, type Credentials, missingCredential } from './authentication.js'
import { ExampleBox } from './example-box.js'
import { idsOfAnswer, type KnownIds } from './known-ids.js'
import { Prose } from './prose.js'
import {
  buildRequest,
  curlOf,
  exampleRequest,
  filePartsOf,
  jsonBodyOf,
  parameterKey,
  type RequestValues,
} from './request.js'
import { type Answered, sendRequest } from './send-request.js'

type Props = {
  readonly operation: ApiOperation
  readonly openApi: OpenApi
  readonly credentials: Credentials
  readonly ids: KnownIds
  learn(ids: KnownIds): void
}

/** A request that is filled in with an example, as a command for a shell and ready to be sent. */
export function TryIt({ operation, openApi, credentials, ids, learn }: Props) {
  const { schemas } = openApi.components
  const [own, setOwn] = useState(() => exampleRequest(operation, schemas))
  const [answer, setAnswer] = useState<Answered | null>(null)
  const parameters = operation.parameters ?? []
  const values = { ...own, parameters: { ...own.parameters, ...sharedValues(parameters, ids) } }
  const fileParts = filePartsOf(operation, schemas)
  const request = buildRequest(operation, values, authenticationOf(operation, credentials))
  const missing = missingCredential(operation, credentials)
  const setParameter = (one: Parameter, value: string) => {
    if (one.in === 'path') learn({ [one.name]: value })
    setOwn({ ...own, parameters: { ...own.parameters, [parameterKey(one)]: value } })
  }
  const send = async () => {
    const problem = problemOf(own, fileParts)
    if (problem !== null) return setAnswer({ title: problem, text: '', isGood: false })
    // Nothing brings back what it deletes.
    if (operation.method === 'DELETE' && !confirm(`Really send DELETE ${request.url}?`)) return
    setAnswer({ title: 'Waiting…', text: '', isGood: null })
    const answered = await sendRequest(operation.method, request, own.files)
    setAnswer(answered)
    if (answered.isGood === true) learn(idsOfAnswer(operation, openApi, answered.value))
  }
  return (
    <section class="try" aria-label={`Try ${operation.operationId}`}>
      <h4>Example</h4>
      <Fields {...{ operation, values, fileParts, setParameter, setValues: setOwn }} />
      <ExampleBox
        label={`Command for ${operation.operationId}`}
        value={curlOf(operation, request, {
          origin: location.origin,
          files: Object.fromEntries(fileParts.map((part) => [part, own.files[part]?.name ?? 'FILE'])),
        })}
      />
      {missing !== null && (
        <p class="soft">
          <Prose text={`It needs ${missing}.`} />
        </p>
      )}
      <button type="button" class="primary" onClick={() => void send()}>
        Send
      </button>
      <output>
        {answer !== null && (
          <>
            <strong class={classOf(answer)}>{answer.title}</strong>
            {answer.text !== '' && (
              <ExampleBox label={`What ${operation.operationId} answered`} value={answer.text} />
            )}
          </>
        )}
      </output>
    </section>
  )
}

type FieldsProps = {
  readonly operation: ApiOperation
  readonly values: RequestValues
  readonly fileParts: readonly string[]
  setParameter(one: Parameter, value: string): void
  setValues(values: RequestValues): void
}

function Fields({ operation, values, fileParts, setParameter, setValues }: FieldsProps) {
  const id = (name: string) => `${operation.operationId} ${name}`.replace(/\W+/g, '-')
  return (
    <>
      {(operation.parameters ?? []).map((one) => (
        <p class="field" key={parameterKey(one)}>
          <label for={id(parameterKey(one))}>{one.name}</label>
          <input
            id={id(parameterKey(one))}
            value={values.parameters[parameterKey(one)] ?? ''}
            onInput={({ currentTarget }) => setParameter(one, currentTarget.value)}
            spellcheck={false}
          />
        </p>
      ))}
      {fileParts.map((part) => (
        <p class="field" key={part}>
          <label for={id(part)}>{part}</label>
          <input
            id={id(part)}
            type="file"
            onChange={({ currentTarget: { files } }) =>
              setValues({ ...values, files: { ...values.files, ...(files?.[0] && { [part]: files[0] }) } })
            }
          />
        </p>
      ))}
      {jsonBodyOf(operation) !== null && (
        <>
          <label for={id('body')}>Body</label>
          <textarea
            id={id('body')}
            rows={Math.min(14, values.body.split('\n').length + 1)}
            value={values.body}
            onInput={({ currentTarget }) => setValues({ ...values, body: currentTarget.value })}
            spellcheck={false}
          />
        </>
      )}
    </>
  )
}

/** Why a request is not worth sending; null if nothing is seen. */
function problemOf({ body, files }: RequestValues, fileParts: readonly string[]): string | null {
  const missing = fileParts.find((part) => files[part] === undefined)
  if (missing !== undefined) return `Choose a file for “${missing}” first`
  if (body.trim() === '') return null
  try {
    JSON.parse(body)
    return null
  } catch (error) {
    return `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

function classOf({ isGood }: Answered): string {
  if (isGood === null) return ''
  return isGood ? 'good' : 'bad'
}

/** The values of path parameters that are known from elsewhere on the page. */
const sharedValues = (parameters: readonly Parameter[], ids: KnownIds): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) => {
      const value = one.in === 'path' ? ids[one.name] : undefined
      return value === undefined ? [] : [[parameterKey(one), value]]
    }),
  )
