import type { ClientAction } from './events.js'

/** A piece of a reply as it arrives: some text, or something the character does. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly action: ClientAction }

export type Reply = {
  /** Null when the reply was interrupted before it had one. */
  readonly messageId: string | null
  /** The whole reply; when interrupted, what had arrived. */
  readonly text: string
  readonly actions: readonly ClientAction[]
  readonly isInterrupted: boolean
  /** What the server said went wrong during this reply. */
  readonly error: string | null
}

/** Await it for the whole reply, or iterate over its parts as they arrive. */
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
  let noted: string | null = null
  const { promise, resolve, reject } = deferred<Reply>()
  const settle = (isInterrupted: boolean) => {
    parts.close()
    resolve({ messageId: messageId(), text, actions, isInterrupted, error: noted })
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
      noted = error
    },
    finish(whole) {
      if (whole.startsWith(text) && whole !== text)
        parts.push({ type: 'text', text: whole.slice(text.length) })
      text = whole
      settle(false)
    },
    interrupt: () => settle(true),
    fail(error) {
      parts.close(error)
      reject(error)
    },
  }
}

/** Whoever only iterates never looks at the promise, so its rejection must not count as unhandled. */
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
