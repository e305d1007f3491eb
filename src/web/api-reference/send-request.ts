import type { HttpRequest, RequestValues } from './request.js'

/** More of an answer is not shown. */
const LONGEST_ANSWER = 200_000

export type Answered = {
  readonly title: string
  readonly text: string
  /** Null while nothing is known. */
  readonly isGood: boolean | null
  /** Of HTTP; none if nothing was sent, or nothing came back. */
  readonly status?: number
  /** The answer, if it is JSON. */
  readonly value?: unknown
}

/** Sends a request to this server, as a form if it has files, and tells what came of it. */
export async function sendRequest(
  method: string,
  { url, headers, body, form }: HttpRequest,
  files: RequestValues['files'],
): Promise<Answered> {
  const start = performance.now()
  try {
    const response = await fetch(url, { method, headers, body: formOf(files, form) ?? body })
    const text = await response.text()
    const took = `${Math.round(performance.now() - start)} ms`
    const value = parsed(text)
    return {
      title: `${response.status} ${response.statusText}, ${took}`,
      text: (value === undefined ? text : JSON.stringify(value, null, 2)).slice(0, LONGEST_ANSWER),
      isGood: response.ok,
      status: response.status,
      value,
    }
  } catch (error) {
    // The browser gives no more than this of a request that got no answer.
    return { title: 'No answer', text: String(error), isGood: false }
  }
}

function formOf(files: RequestValues['files'], texts: HttpRequest['form']): FormData | null {
  const parts = [...Object.entries(texts), ...Object.entries(files)]
  if (parts.length === 0) return null
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  return form
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
