import type { ClientAction } from './events.js'

/** A part of a reply as it arrives: text, or an action of the character. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly action: ClientAction }

export type Reply = {
  /** Null when the reply was interrupted before its first event. */
  readonly messageId: string | null
  /** The complete reply; when interrupted or failed, the text received until then. */
  readonly text: string
  readonly actions: readonly ClientAction[]
  readonly isInterrupted: boolean
  /** Message of the last `error` event during this reply. */
  readonly error: string | null
}

/** Await it for the complete reply, or iterate over its parts as they arrive. */
export type ReplyStream = Promise<Reply> & AsyncIterable<ReplyPart>

/** A reply that is still arriving. */
export type PendingReply = {
  readonly stream: ReplyStream
  appendText(text: string): void
  addAction(action: ClientAction): void
  noteError(error: string): void
  /** The complete text replaces the sum of the chunks (docs/wire-protocol.md, Reply text). */
  finish(text: string): void
  interrupt(): void
  fail(error: Error): void
}

export function createPendingReply(messageId: () => string | null): PendingReply {
  const parts = createPartQueue()
  const actions: ClientAction[] = []
  let text = ''
  let lastError: string | null = null
  const { promise, resolve, reject } = deferred<Reply>()
  const settle = (isInterrupted: boolean) => {
    parts.close()
    resolve({ messageId: messageId(), text, actions, isInterrupted, error: lastError })
  }
  return {
    stream: Object.assign(promise, { [Symbol.asyncIterator]: () => parts.read() }),
    appendText(chunk) {
      text += chunk
      parts.push({ type: 'text', text: chunk })
    },
    addAction(action) {
      actions.push(action)
      parts.push({ type: 'action', action })
    },
    noteError(error) {
      lastError = error
    },
    finish(completeText) {
      // After a failure before the first word, the final text stands in for the reply: the character did not say it.
      if (lastError !== null && text === '') return settle(false)
      if (completeText.startsWith(text) && completeText !== text)
        parts.push({ type: 'text', text: completeText.slice(text.length) })
      text = completeText
      settle(false)
    },
    interrupt: () => settle(true),
    fail(error) {
      parts.close(error)
      reject(error)
    },
  }
}

/** A caller that only iterates never awaits the promise, so its rejection is marked as handled. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

function createPartQueue() {
  const parts: ReplyPart[] = []
  let wake: () => void = () => undefined
  let isClosed = false
  let failure: Error | null = null
  return {
    push(part: ReplyPart) {
      parts.push(part)
      wake()
    },
    close(error: Error | null = null) {
      isClosed = true
      failure = error
      wake()
    },
    async *read(): AsyncGenerator<ReplyPart> {
      for (let next = 0; ; next += 1) {
        while (next >= parts.length && !isClosed) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        const part = parts[next]
        if (!part) break
        yield part
      }
      if (failure) throw failure
    },
  }
}
