import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Aim, AimedIds, aimOf } from './aimed-ids.js'
import type { ApiOperation, OpenApi, Parameter } from './api-document.js'
import { authenticationOf, type Credentials, missingCredential } from './authentication.js'
import { ExampleBox } from './example-box.js'
import { idsOfAnswer, type KnownIds, lastParameterOf, NO_IDS } from './known-ids.js'
import { Prose } from './prose.js'
import {
  buildRequest,
  curlOf,
  exampleRequest,
  filePartsOf,
  parameterKey,
  type RequestValues,
} from './request.js'
import { type Fault, faultIn, RequestFields } from './request-fields.js'
import { type Answered, sendRequest } from './send-request.js'

type Props = {
  readonly operation: ApiOperation
  readonly openApi: OpenApi
  readonly credentials: Credentials
  readonly ids: KnownIds
  learn(ids: Partial<KnownIds>): void
}

/** A request that is filled in with an example, ready to be sent, and as a command for a shell. */
export function TryIt({ operation, openApi, credentials, ids, learn }: Props) {
  const { schemas } = openApi.components
  const [own, setOwn] = useState(() => exampleRequest(operation, schemas))
  const parameters = operation.parameters ?? []
  const values = { ...own, parameters: { ...own.parameters, ...sharedValues(parameters, ids) } }
  const fileParts = filePartsOf(operation, schemas)
  const authentication = authenticationOf(operation, credentials)
  const request = buildRequest(operation, values, authentication)
  const missing = missingCredential(operation, credentials)
  const { send, answer, fault, aim } = useSending(
    { operation, openApi, ids, learn },
    { values, fileParts, request, missing },
  )
  const setParameter = (one: Parameter, value: string) => {
    if (one.in === 'path') learn({ values: { [one.name]: value } })
    setOwn({ ...own, parameters: { ...own.parameters, [parameterKey(one)]: value } })
  }
  return (
    <section
      class="try"
      aria-label={`Try ${operation.operationId}`}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void send()
      }}
    >
      <h4>Example</h4>
      <RequestFields
        {...{ operation, schemas, values, fileParts, setParameter }}
        names={ids.names}
        fault={fault === null ? null : faultIn(operation, values, fileParts)}
        setValues={setOwn}
      />
      {missing !== null && <Missing credential={missing} />}
      <button
        type="button"
        class={operation.method === 'DELETE' ? 'danger' : 'primary'}
        title="Ctrl and Enter send, too"
        onClick={() => void send()}
      >
        Send
      </button>
      <AnswerView answer={answer} operationId={operation.operationId}>
        <AimedIds {...{ aim, ids, learn }} />
      </AnswerView>
      <ExampleBox
        label={`Command for ${operation.operationId}`}
        value={commandOf(operation, values, () =>
          curlOf(operation, request, {
            origin: location.origin,
            files: Object.fromEntries(fileParts.map((part) => [part, own.files[part]?.name ?? 'FILE'])),
          }),
        )}
        secret={secretIn(authentication, credentials)}
      />
    </section>
  )
}

type Filled = {
  readonly values: RequestValues
  readonly fileParts: readonly string[]
  readonly request: ReturnType<typeof buildRequest>
  /** The credential that is not there. */
  readonly missing: string | null
}

/** Sends the request, unless something of it is missing; what came of it, and what that changes on the page. */
function useSending(
  { operation, openApi, ids, learn }: Omit<Props, 'credentials'>,
  { values, fileParts, request, missing }: Filled,
) {
  const [answer, setAnswer] = useState<Answered | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isWarned, setWarned] = useState(false)
  const [aim, setAim] = useState<Aim | null>(null)
  // That the key is missing says nothing any more once it is there.
  useEffect(() => {
    if (missing !== null || !isWarned) return
    setWarned(false)
    setAnswer((last) => (last?.isGood === false && last.text === '' ? null : last))
  }, [missing])
  const send = async () => {
    const found = faultIn(operation, values, fileParts)
    setFault(found)
    if (found !== null) return setAnswer({ title: `Not sent: ${found.text}`, text: '', isGood: false })
    // It would only be refused; whoever wants to see how presses again.
    if (missing !== null && !isWarned) {
      setWarned(true)
      document.querySelector<HTMLElement>('.credentials input')?.focus()
      const title = `Not sent: it needs ${missing}. Press Send again to see how the server refuses it.`
      return setAnswer({ title, text: '', isGood: false })
    }
    // Nothing brings back what it deletes.
    if (operation.method === 'DELETE' && !confirm(questionOf(operation, request.url, { values, ids }))) return
    setAnswer({ title: 'Waiting…', text: '', isGood: null })
    const answered = await sendRequest(operation.method, request, values.files)
    setAnswer(answered)
    const learned = answered.isGood === true ? idsOfAnswer(operation, openApi, answered.value) : NO_IDS
    learn(learned)
    setAim(aimOf(ids, learned))
  }
  return { send, answer, fault, aim }
}

const Missing = ({ credential }: { readonly credential: string }) => (
  <p class="soft">
    <Prose text={`It needs ${credential}.`} />
  </p>
)

/** The credential that is sent, which is hidden where the command is shown. */
const secretIn = (sent: ReturnType<typeof authenticationOf>, credentials: Credentials): string =>
  Object.values(credentials).find((one) => one !== '' && sent?.[1].includes(one)) ?? ''

/** What deleting asks: what it is called that would be gone, where that is known. */
function questionOf(
  { path }: ApiOperation,
  url: string,
  { values, ids }: { readonly values: RequestValues; readonly ids: KnownIds },
): string {
  const last = lastParameterOf(path)
  const name = ids.names[values.parameters[`path ${last}`] ?? '']
  return `${name === undefined ? 'Really delete this?' : `Really delete “${name}”?`}\n\nDELETE ${url}`
}

/** The command, or what to do first: a shell would run one with `{playerId}` in it. */
function commandOf(operation: ApiOperation, values: RequestValues, command: () => string): string {
  const fault = faultIn({ parameters: operation.parameters ?? [] }, { ...values, body: '' }, [])
  return fault === null ? command() : `# ${fault.text}`
}

type AnswerProps = {
  readonly answer: Answered | null
  readonly operationId: string
  /** What the answer has changed. */
  readonly children: ComponentChildren
}

function AnswerView({ answer, operationId, children }: AnswerProps) {
  const head = useRef<HTMLDivElement>(null)
  // Where the request is long, its answer would come below what is seen.
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), [answer])
  return (
    <output>
      {answer !== null && (
        <>
          <div ref={head}>
            <strong class={classOf(answer)}>{answer.title}</strong>
            {answer.status === 401 && (
              <p>
                The server does not accept what was sent as a credential.{' '}
                <button type="button" class="inline" onClick={showCredentials}>
                  See “API key” at the top
                </button>
              </p>
            )}
            {children}
          </div>
          {answer.text !== '' && <ExampleBox label={`What ${operationId} answered`} value={answer.text} />}
        </>
      )}
    </output>
  )
}

function showCredentials(): void {
  document.querySelector<HTMLElement>('.credentials input')?.focus()
}

function classOf({ isGood }: Answered): string {
  if (isGood === null) return ''
  return isGood ? 'good' : 'bad'
}

/** The values of path parameters that are known from elsewhere on the page. */
const sharedValues = (parameters: readonly Parameter[], ids: KnownIds): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) => {
      const value = one.in === 'path' ? ids.values[one.name] : undefined
      return value === undefined ? [] : [[parameterKey(one), value]]
    }),
  )
