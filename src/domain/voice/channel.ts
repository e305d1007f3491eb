export interface Channel<T> {
  /** Ignored after the end. */
  push(value: T): void
  /** Values that were pushed are still read. */
  end(): void
  /** Values that were pushed are still read, then reading throws this error. */
  fail(error: unknown): void
  /** For one reader; a reader that stops early ends the channel. */
  readonly values: AsyncIterable<T>
}

type End = { readonly error?: unknown; readonly hasFailed: boolean }

/**
 * Passes values from callbacks to a `for await` loop. The queue has no limit: the caller bounds what it pushes. There is no
 * `Promise.race`, which would leave promises behind in a long session.
 */
export function createChannel<T>(): Channel<T> {
  const queue: T[] = []
  let ended: End | undefined
  let wake = () => {}

  const finish = (end: End) => {
    ended ??= end
    wake()
  }
  async function* read(): AsyncGenerator<T> {
    try {
      while (true) {
        const next = queue.shift()
        if (next !== undefined) yield next
        else if (ended?.hasFailed) throw ended.error
        else if (ended !== undefined) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      finish({ hasFailed: false })
      queue.length = 0
    }
  }
  return {
    push: (value) => {
      if (ended !== undefined) return
      queue.push(value)
      wake()
    },
    end: () => finish({ hasFailed: false }),
    fail: (error) => finish({ error, hasFailed: true }),
    values: read(),
  }
}
