import { useEffect, useState } from 'preact/hooks'
import { isObject } from '../../contract/is-object.js'
import { type Aim, aimOf } from './aimed-ids.js'
import type { ApiOperation, OpenApi } from './api-document.js'
import { idsIn, type KnownIds, lastParameterOf, learnedFrom, type Told } from './known-ids.js'
import type { HttpRequest, RequestValues } from './request.js'
import { type Fault, faultIn } from './request-fields.js'
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
    const target = targetOf(operation, values)
    const question = await questionFor(operation, request, { values, ids, openApi })
    if (question !== null && !confirm(question)) return
    setAnswer({ title: 'Waiting…', text: '', isGood: null })
    const answered = await sendRequest(operation.method, request, values.files)
    setAnswer(answered)
    const isGood = answered.isGood === true
    const listed = isGood ? idsIn(operation, openApi, answered.value) : null
    const learned = listed === null ? {} : learnedFrom({ ...operation, target }, ids, listed)
    // Who was asked once has chosen it.
    learn(
      question !== null && isGood && target !== ''
        ? { ...learned, own: { ...learned.own, [target]: 'chosen' } }
        : learned,
    )
    setAim(aimOf(ids, learned))
    setTold(operation.method === 'GET' ? listed : null)
  }
  return { send, answer, fault, aim, told }
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
  const { method, summary = '' } = operation
  const target = targetOf(operation, known.values)
  const name = known.ids.names[target]
  const what = `\n\n${summary}\n${method} ${request.url}`
  if (method === 'PUT' || method === 'PATCH') {
    if (target === '' || known.ids.own[target] !== undefined) return null
    return `Change ${name === undefined ? 'this' : `“${name}”`}, which was neither made nor chosen in this tab?${what}`
  }
  return method === 'DELETE' ? `${await deletionOf(operation, request, known)}${what}` : null
}

/** Who loses what by a deletion, and how much where the server tells. */
async function deletionOf(
  { path }: ApiOperation,
  request: HttpRequest,
  { values, ids, openApi }: Known,
): Promise<string> {
  const { [`path characterId`]: character = '', [`path playerId`]: player = '' } = values.parameters
  const who = ids.names[character] === undefined ? 'this character' : `“${ids.names[character]}”`
  const last = lastParameterOf(path)
  if (last === null && path.endsWith('/memories')) {
    const total = openApi.paths[path]?.['get'] === undefined ? null : await totalAt(request)
    const much = total === null ? '' : ` ${total === 1 ? 'It is 1 memory.' : `These are ${total} memories.`}`
    return `Erase all that ${who} remembers of ${player}?${much}`
  }
  if (last === 'playerId') return `Delete the conversation of ${who} with ${player}?`
  const name = ids.names[values.parameters[`path ${last}`] ?? '']
  return name === undefined ? 'Really delete this?' : `Really delete “${name}”?`
}

/** How many entries a list has; null if that is not told. */
async function totalAt({ url, headers }: HttpRequest): Promise<number | null> {
  const list = { url: `${url.split('?')[0]}?limit=1`, headers, body: null }
  const { value } = await sendRequest('GET', list, {})
  return isObject(value) && typeof value['total'] === 'number' ? value['total'] : null
}
