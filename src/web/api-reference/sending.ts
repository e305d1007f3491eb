import { useEffect, useState } from 'preact/hooks'
import { isObject } from '../../contract/is-object.js'
import { type Aim, aimOf } from './aimed-ids.js'
import type { ApiOperation, OpenApi } from './api-document.js'
import { showCredential } from './credential-fields.js'
import { deletionOf, isOnlyMarked } from './deletion-question.js'
import { idsIn, type KnownIds, learnedFrom, type Told } from './known-ids.js'
import type { HttpRequest, RequestValues } from './request.js'
import { type Fault, faultIn, faultsIn } from './request-faults.js'
import { type Answered, sendRequest } from './send-request.js'

type Page = {
  readonly operation: ApiOperation
  readonly openApi: OpenApi
  readonly ids: KnownIds
  learn(ids: Partial<KnownIds>): void
}

type Filled = {
  readonly values: RequestValues
  readonly fileParts: readonly string[]
  readonly request: HttpRequest
  /** The credential that is not there. */
  readonly missing: string | null
}

/** Sends the request, unless something of it is missing; what came of it, and what that changes on the page. */
export function useSending(
  { operation, openApi, ids, learn }: Page,
  { values, fileParts, request, missing }: Filled,
) {
  const [answer, setAnswer] = useState<Answered | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [isWarned, setWarned] = useState(false)
  const [aim, setAim] = useState<Aim | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)
  // That the key is missing says nothing any more once it is there.
  useEffect(() => {
    if (missing !== null || !isWarned) return
    setWarned(false)
    setAnswer((last) => (last?.isGood === false && last.text === '' ? null : last))
  }, [missing])
  const send = async () => {
    // It would only be refused; whoever wants to see how presses again. Without it nothing can be listed, either, of which
    // the ids are.
    if (missing !== null && !isWarned) {
      setWarned(true)
      showCredential(missing)
      const title = `Not sent: it needs ${missing}. Press again to see how the server refuses it.`
      return setAnswer({ title, text: '', isGood: false })
    }
    const found = faultIn(operation, values, fileParts)
    setFault(found)
    setProblems(NO_PROBLEMS)
    if (found !== null)
      return setAnswer({ title: `Not sent: ${found.short ?? found.text}`, text: '', isGood: false })
    const target = targetOf(operation, values)
    const question = await questionFor(operation, request, { values, ids, openApi })
    if (question !== null && !confirm(question)) return
    setAnswer({ title: 'Waiting…', text: '', isGood: null })
    const answered = await sendRequest(operation.method, request, values.files)
    setAnswer(answered)
    const isGood = answered.isGood === true
    if (answered.status === 422) setProblems({ faults: faultsIn(answered.value), of: stateOf(values) })
    const listed = isGood ? idsIn(operation, openApi, answered.value) : null
    const learned =
      listed === null
        ? {}
        : learnedFrom({ ...operation, target, isMarked: isOnlyMarked(operation, values) }, ids, listed)
    // Who was asked once has chosen it.
    learn(
      question !== null && isGood && target !== ''
        ? { ...learned, own: { ...learned.own, [target]: 'chosen' } }
        : learned,
    )
    setAim(aimOf(ids, learned))
    if (isGood) learn(uploadIn(operation, answered.value))
    setTold(operation.method === 'GET' ? listed : null)
  }
  // Of a request that was changed since then they say nothing.
  const refused = problems.of === stateOf(values) ? problems.faults : []
  return { send, answer, fault, refused, aim, told }
}

/** What the server found wrong with a request, and with which. */
type Problems = { readonly faults: readonly Fault[]; readonly of: string }
const NO_PROBLEMS: Problems = { faults: [], of: '' }

const stateOf = ({ parameters, body }: RequestValues): string => JSON.stringify([parameters, body])

/** The file that an answer has kept for a document. */
function uploadIn({ operationId }: ApiOperation, answer: unknown): Partial<KnownIds> {
  if (operationId !== 'uploadDocumentFile' || !isObject(answer)) return {}
  const { url, name } = answer
  return typeof url === 'string' && typeof name === 'string' ? { upload: { url, name } } : {}
}

/** The id of what a request changes: the last in its path; empty if there is none. */
export function targetOf({ path }: ApiOperation, { parameters }: RequestValues): string {
  const names = path.split('/').flatMap((part) => (part.startsWith('{') ? [part.slice(1, -1)] : []))
  return parameters[`path ${names.at(-1) ?? ''}`] ?? ''
}

type Known = { readonly values: RequestValues; readonly ids: KnownIds; readonly openApi: OpenApi }

/** What is asked before a request that nothing takes back; null: nothing. */
async function questionFor(
  operation: ApiOperation,
  request: HttpRequest,
  known: Known,
): Promise<string | null> {
  const { method, summary = '', description = '' } = operation
  const target = targetOf(operation, known.values)
  const name = known.ids.names[target]
  const said = method === 'DELETE' && description !== '' ? description : summary
  const what = `\n\n${said.replaceAll('`', '')}\n\n${method} ${request.url}`
  if (method === 'PUT' || method === 'PATCH') {
    if (target === '' || known.ids.own[target] !== undefined) return null
    return `Change ${name === undefined ? 'this' : `“${name}”`}, which was neither made nor chosen in this tab?${what}`
  }
  return method === 'DELETE' ? `${await deletionOf(operation, request, known)}${what}` : null
}
