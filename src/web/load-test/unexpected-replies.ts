import type { LoadTestPageData } from './page-data.js'

type Reply = LoadTestPageData['unexpectedReplies'][number]

/** How many of them are shown, where there are more. */
export function repliesTitle({ unexpectedReplies: shown, failures }: LoadTestPageData): string {
  const all = failures.find(({ error }) => error === 'unexpected')?.count ?? shown.length
  const title = 'Replies that were not as expected'
  return all > shown.length ? `${title}: the first ${shown.length} of ${all}` : title
}

/** What was asked, what should have come, and what came: the cause alone does not tell what to mend. Each once. */
export function unexpectedReplies({ unexpectedReplies }: LoadTestPageData): HTMLElement[] {
  const same = new Map<string, Reply[]>()
  for (const reply of unexpectedReplies) {
    const { scenario, step, said, expected, got } = reply
    const key = JSON.stringify([scenario, step, said, expected, got])
    same.set(key, [...(same.get(key) ?? []), reply])
  }
  return [...same.values()].map(replyList)
}

function replyList(replies: readonly Reply[]): HTMLElement {
  const nothing: Reply = { expected: '', got: '' }
  const [{ scenario, step, said, expected, got } = nothing] = replies
  const seconds = [...new Set(replies.flatMap(({ second }) => second ?? []))].join(', ')
  const list = document.createElement('dl')
  const rows: [string, string | undefined][] = [
    ['asked', said],
    ['step', [scenario, step].filter((part) => part !== undefined).join(', ') || undefined],
    ['expected', expected || '(no text)'],
    ['got', got || '(no text)'],
    [
      'in second',
      seconds === '' ? undefined : `${seconds}${replies.length === 1 ? '' : ` (${replies.length} times)`}`,
    ],
  ]
  list.append(...rows.flatMap(([name, text]) => (text === undefined ? [] : [term(name, text)])))
  return list
}

function term(name: string, text: string): HTMLElement {
  const pair = document.createElement('div')
  pair.append(
    Object.assign(document.createElement('dt'), { textContent: name }),
    Object.assign(document.createElement('dd'), { textContent: text, dir: 'auto' }),
  )
  return pair
}
