import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ApiOperation } from './api-document.js'
import { ExampleBox } from './example-box.js'
import { faultsIn } from './request-faults.js'
import type { Answered } from './send-request.js'

type Props = {
  readonly answer: Answered | null
  readonly operation: ApiOperation
  /** What the answer has changed. */
  readonly children: ComponentChildren
}

export const problemsId = ({ operationId }: ApiOperation): string => `${operationId}-problems`

/** More are only in the answer itself. */
const MOST_PROBLEMS = 5

/** What a request was answered, with its status and what is wrong in view. */
export function AnswerView({ answer, operation, children }: Props) {
  const problems = answer?.status === 422 ? faultsIn(answer.value).slice(0, MOST_PROBLEMS) : []
  const head = useRef<HTMLDivElement>(null)
  // Where the request is long, its answer would come below what is seen; the style says how much of it is to be seen.
  useEffect(() => head.current?.scrollIntoView({ block: 'nearest' }), [answer])
  return (
    <output>
      {answer !== null && (
        <>
          <div ref={head} class="status">
            <strong class={classOf(answer)}>{answer.title}</strong>
            {answer.status === 401 && (
              <p>
                The server does not know this key.{' '}
                <button type="button" class="inline" onClick={showCredentials}>
                  See “API key” at the top
                </button>
              </p>
            )}
            {problems.length > 0 && (
              <ul class="problems" id={problemsId(operation)}>
                {problems.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            {children}
          </div>
          {answer.text !== '' && (
            <ExampleBox label={`What ${operation.operationId} answered`} value={answer.text} />
          )}
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
