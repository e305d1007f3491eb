import { useState } from 'preact/hooks'
import type { ApiOperation, Schemas } from './api-document.js'
import { authenticationOf, type Credentials } from './credentials.js'
import { ExampleBox } from './example-box.js'
import { buildRequest, curlOf, exampleRequest, jsonBodyOf, parameterKey } from './request.js'

/** More of an answer is not shown. */
const LONGEST_ANSWER = 200_000

type Props = {
  readonly operation: ApiOperation
  readonly schemas: Schemas
  readonly credentials: Credentials
}
type Answered = { readonly title: string; readonly text: string }

/** A request that is filled in with an example, as a command for a shell and ready to be sent. */
export function TryIt({ operation, schemas, credentials }: Props) {
  const [values, setValues] = useState(() => exampleRequest(operation, schemas))
  const [answer, setAnswer] = useState<Answered | null>(null)
  const request = buildRequest(operation, values, authenticationOf(operation, credentials))
  const isForm = operation.requestBody !== undefined && jsonBodyOf(operation) === null
  const id = (name: string) => `${operation.operationId} ${name}`.replace(/\W+/g, '-')
  const setParameter = (key: string, value: string) =>
    setValues({ ...values, parameters: { ...values.parameters, [key]: value } })
  const send = async () => {
    setAnswer({ title: 'Waiting…', text: '' })
    setAnswer(await sendRequest(operation.method, request))
  }
  return (
    <section class="try" aria-label={`Try ${operation.operationId}`}>
      <h4>Example</h4>
      {(operation.parameters ?? []).map((one) => (
        <p class="field" key={parameterKey(one)}>
          <label for={id(parameterKey(one))}>{one.name}</label>
          <input
            id={id(parameterKey(one))}
            value={values.parameters[parameterKey(one)] ?? ''}
            onInput={({ currentTarget }) => setParameter(parameterKey(one), currentTarget.value)}
            spellcheck={false}
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
      <ExampleBox
        label={`Command for ${operation.operationId}`}
        value={curlOf(operation, request, location.origin)}
      />
      {isForm ? (
        <p class="soft">The body is a form with a file: use the command, with -F in place of -d.</p>
      ) : (
        <button type="button" class="primary" onClick={() => void send()}>
          Send
        </button>
      )}
      <output>
        {answer !== null && (
          <>
            <strong>{answer.title}</strong>
            {answer.text !== '' && (
              <ExampleBox label={`What ${operation.operationId} answered`} value={answer.text} />
            )}
          </>
        )}
      </output>
    </section>
  )
}

async function sendRequest(
  method: string,
  { url, headers, body }: ReturnType<typeof buildRequest>,
): Promise<Answered> {
  const start = performance.now()
  try {
    const response = await fetch(url, { method, headers, body })
    const text = await response.text()
    const took = `${Math.round(performance.now() - start)} ms`
    return {
      title: `${response.status} ${response.statusText}, ${took}`,
      text: indented(text).slice(0, LONGEST_ANSWER),
    }
  } catch (error) {
    // The browser gives no more than this of a request that got no answer.
    return { title: 'No answer', text: String(error) }
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
