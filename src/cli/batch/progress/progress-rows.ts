import { Listr, ListrLogger, type ListrTask, ProcessOutput } from 'listr2'
import type { BatchItem, BatchWithItems } from '../../../contract/batches.js'
import { printableLine } from '../../output/printable.js'
import type { Terminal } from '../../output/terminal.js'
import type { BatchProgress } from './progress-events.js'

/** Lines of a terminal that are not for rows: the prompt before, the line after. */
const MARGIN = 3
const DEFAULT_LINES = 24

type Row = {
  title(batch: BatchWithItems): string
  /** Null while it goes on. */
  outcome(batch: BatchWithItems): 'good' | 'bad' | null
}

/** One row an item; one for all where there are more than the terminal has lines. They are gone at the end. */
export function createRowProgress(
  stream: NodeJS.WriteStream,
  { width }: Pick<Terminal, 'width'>,
): BatchProgress {
  let shown: { readonly show: BatchProgress['show']; readonly end: BatchProgress['end'] } | null = null
  return {
    show(batch) {
      const fits = batch.items.length <= (stream.rows || DEFAULT_LINES) - MARGIN
      shown ??= startRows(stream, fits ? batch.items.map(({ index }) => itemRow(index, width)) : [WHOLE])
      shown.show(batch)
    },
    end: async () => shown?.end(),
  }
}

type Running = {
  show(batch: BatchWithItems): void
  stop(): void
  readonly task: ListrTask
}

function startRows(stream: NodeJS.WriteStream, rows: readonly Row[]): BatchProgress {
  const running = rows.map(createTask)
  const tasks = new Listr(
    running.map(({ task }) => task),
    {
      concurrent: true,
      exitOnError: false,
      // The command itself says what Ctrl-C means.
      registerSignalListeners: false,
      rendererOptions: {
        clearOutput: true,
        showErrorMessage: false,
        formatOutput: 'truncate',
        logger: new ListrLogger({ useIcons: true, processOutput: new ProcessOutput(stream, stream) }),
      },
    },
  )
  const done = tasks.run()
  return {
    show(batch) {
      for (const one of running) one.show(batch)
    },
    async end() {
      for (const one of running) one.stop()
      await done
    },
  }
}

function createTask(row: Row): Running {
  let settle: { resolve(): void; reject(error: Error): void } | null = null
  const settled = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // It may fail before its row is there to hear of it.
  settled.catch(() => undefined)
  let setTitle = (_: string): void => undefined
  let title = ''
  const task: ListrTask = {
    title: ' ',
    task: (_, wrapper) => {
      setTitle = (text) => {
        wrapper.title = text
      }
      setTitle(title)
      return settled
    },
  }
  return {
    task,
    show(batch) {
      title = row.title(batch)
      setTitle(title)
      const outcome = row.outcome(batch)
      if (outcome === 'good') settle?.resolve()
      if (outcome === 'bad') settle?.reject(new Error(title))
    },
    stop: () => settle?.resolve(),
  }
}

const itemRow = (index: number, width: number): Row => ({
  title: ({ items }) => {
    const item = items.find((one) => one.index === index)
    return item === undefined ? '' : itemTitle(item, width)
  },
  outcome: ({ items }) => outcomeOf(items.find((one) => one.index === index)),
})

function outcomeOf(item: BatchItem | undefined): 'good' | 'bad' | null {
  if (item === undefined || item.status === 'queued' || item.status === 'processing') return null
  const isWhole = item.status === 'succeeded' && item.documents.every(({ status }) => status === 'ready')
  return isWhole ? 'good' : 'bad'
}

const NAME_SHARE = 3

function itemTitle({ customId, status, documents }: BatchItem, width: number): string {
  const name = printableLine(customId).slice(0, Math.floor(width / NAME_SHARE))
  return documents.length === 0 ? `${name}: ${status}` : `${name}: ${documentsText(documents)}`
}

/** `3 of 4 documents, 1 failed`. */
function documentsText(documents: BatchItem['documents']): string {
  const count = (status: string) => documents.filter((one) => one.status === status).length
  const missing = ['failed', 'cancelled'].flatMap((status) =>
    count(status) === 0 ? [] : [`${count(status)} ${status}`],
  )
  const current = documents.find(({ status }) => status === 'fetching' || status === 'processing')
  return [
    `${count('ready')} of ${documents.length} documents`,
    ...missing,
    ...(current === undefined ? [] : [`${current.status} ${printableLine(current.name)}`]),
  ].join(', ')
}

const WHOLE: Row = {
  title: ({ items, counts }) =>
    `${counts.succeeded} of ${counts.total} items, ${documentsText(items.flatMap(({ documents }) => documents))}`,
  outcome: () => null,
}
