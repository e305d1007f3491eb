import { useEffect, useState } from 'preact/hooks'
import { AimedIds, ListedIds } from './aimed-ids.js'
import { AnswerView, problemsId } from './answer-view.js'
import type { ApiOperation, OpenApi, Parameter } from './api-document.js'
import { authenticationOf, type Credentials, missingCredential } from './authentication.js'
import { deletionIn } from './deletion-question.js'
import { ExampleBox } from './example-box.js'
import { chosenId, type KnownIds } from './known-ids.js'
import { NextStep } from './next-step.js'
import { Prose } from './prose.js'
import {
  buildRequest,
  curlOf,
  exampleRequest,
  formPartsOf,
  parameterKey,
  type RequestValues,
} from './request.js'
import { faultIn } from './request-faults.js'
import { RequestFields } from './request-fields.js'
import { targetOf, useSending } from './sending.js'

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
  const values = withoutGone(
    { ...own, parameters: { ...own.parameters, ...sharedValues(parameters, ids) } },
    ids,
  )
  const formParts = formPartsOf(operation, schemas)
  const fileParts = formParts.files
  const authentication = authenticationOf(operation, credentials)
  const request = buildRequest(operation, values, authentication)
  const missing = missingCredential(operation, credentials)
  const { send, answer, fault, refused, aim, told } = useSending(
    { operation, openApi, ids, learn },
    { values, fileParts, request, missing },
  )
  const { upload } = ids
  useEffect(() => {
    if (upload !== undefined && takesUpload(operation)) setOwn((before) => withUpload(before, upload))
  }, [upload])
  const found = fault === null ? null : faultIn(operation, values, fileParts)
  const setParameter = (one: Parameter, value: string) => {
    if (one.in === 'path') learn(chosenId(one.name, value))
    else setOwn({ ...own, parameters: { ...own.parameters, [parameterKey(one)]: value } })
  }
  return (
    <section
      class="try"
      aria-label={`Try ${operation.operationId}`}
      onKeyDown={(event) => {
        // What only reads can be sent by less.
        const isEnough = operation.method === 'GET' && event.target instanceof HTMLInputElement
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || isEnough)) return
        event.preventDefault()
        void send()
      }}
    >
      <h4>Example</h4>
      <RequestFields
        {...{ operation, schemas, values, formParts, setParameter }}
        names={ids.names}
        listed={ids.listed}
        faults={found === null ? refused : [found]}
        toldAt={found === null ? problemsId(operation) : undefined}
        setValues={setOwn}
      />
      {missing !== null && <Missing credential={missing} />}
      <button
        type="button"
        class={operation.method === 'DELETE' ? 'danger' : 'primary'}
        title="Ctrl and Enter send, too"
        onClick={() => void send()}
      >
        {labelOf(operation, values, ids)}
      </button>
      <AnswerView {...{ answer, operation }}>
        <AimedIds {...{ aim, ids, learn }} />
        <ListedIds {...{ told, ids, learn }} />
        {answer?.isGood === true && <NextStep {...{ operation, values, ids }} />}
      </AnswerView>
      <ExampleBox
        label={`Command for ${operation.operationId}`}
        value={commandOf(operation, values, () =>
          curlOf(operation, buildRequest(operation, confirmed(operation, values), authentication), {
            origin: location.origin,
            files: Object.fromEntries(fileParts.map((part) => [part, own.files[part]?.name ?? 'FILE'])),
          }),
        )}
        secret={secretIn(authentication, credentials)}
      />
    </section>
  )
}

const Missing = ({ credential }: { readonly credential: string }) => (
  <p class="soft">
    <Prose text={`It needs ${credential}.`} />
  </p>
)

/** Whether a request makes a document of an address, which can be that of an upload. */
const takesUpload = ({ operationId }: ApiOperation): boolean => operationId === 'addDocument'

const withUpload = (values: RequestValues, upload: NonNullable<KnownIds['upload']>): RequestValues => ({
  ...values,
  body: JSON.stringify({ url: upload.url, name: upload.name }, null, 2),
})

/** The credential that is sent, which is hidden where the command is shown. */
const secretIn = (sent: ReturnType<typeof authenticationOf>, credentials: Credentials): string =>
  Object.values(credentials).find((one) => one !== '' && sent?.[1].includes(one)) ?? ''

/** What it deletes; else Send, and where it changes something, with what that is called. */
function labelOf(operation: ApiOperation, values: RequestValues, ids: KnownIds): string {
  if (operation.method === 'DELETE') return deletionIn(operation, values, ids)
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH'
  const name = isChange ? ids.names[targetOf(operation, values)] : undefined
  return name === undefined ? 'Send' : `Send to “${name}”`
}

/** Whoever runs the command of an erasure means it; on the page it is asked for. */
function confirmed({ parameters = [] }: ApiOperation, values: RequestValues): RequestValues {
  const isAsked = parameters.some(({ name }) => name === 'confirm')
  return isAsked ? { ...values, parameters: { ...values.parameters, 'query confirm': 'true' } } : values
}

/** The command, or what to do first. What is missing of its path has a word of its own there, as the key has. */
function commandOf(operation: ApiOperation, values: RequestValues, command: () => string): string {
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'path')
  const fault = faultIn({ parameters }, { ...values, body: '' }, [])
  return fault === null ? command() : `# ${fault.text}`
}

/** The values of path parameters that are known from elsewhere on the page. */
const sharedValues = (parameters: readonly Parameter[], ids: KnownIds): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) => {
      const value = one.in === 'path' ? ids.values[one.name] : undefined
      return value === undefined ? [] : [[parameterKey(one), value]]
    }),
  )

/** The values without ids of what was deleted from here. */
function withoutGone(values: RequestValues, { gone }: KnownIds): RequestValues {
  if (gone.length === 0) return values
  const parameters = Object.entries(values.parameters).map(([key, value]) => [
    key,
    gone.includes(value) ? '' : value,
  ])
  const body = gone.reduce((text, id) => text.replaceAll(`"${id}"`, '""'), values.body)
  return { ...values, parameters: Object.fromEntries(parameters), body }
}
