import type {
  ComparisonPageData,
  FieldData,
  MarkedText,
  MessageData,
  ReplyData,
  SideData,
} from './page-data.js'

const byId = <T extends HTMLElement = HTMLElement>(id: string) =>
  // The page that this script belongs to has all these elements.
  document.getElementById(id) as T

function start(data: ComparisonPageData): void {
  const [a, b] = data.sides
  document.title = `${a.title} against ${b.title}`
  byId('title').textContent = document.title
  byId('about').textContent =
    `${data.script}, ${count(data.messages.length, 'message')}, said to ${data.character} on ${new Date(data.startedAt).toLocaleString()}`
  byId('incomplete').hidden = data.isComplete
  byId('sides').append(...tableOfSides(data.sides))
  byId('fields-section').hidden = data.fields.length === 0
  byId('fields').append(...data.fields.map((field) => fieldOf(field, data.sides)))
  byId('talk').append(...data.messages.map((message, index) => messageOf(message, index + 1, data.sides)))
  const filter = byId<HTMLInputElement>('only-different')
  filter.addEventListener('change', () => document.body.classList.toggle('only-different', filter.checked))
}

const ROWS: readonly (readonly [title: string, value: (side: SideData) => string])[] = [
  ['Language model', ({ model }) => model ?? 'unknown'],
  ['Replies', ({ replies, failed }) => (failed === 0 ? String(replies) : `${replies}, and ${failed} failed`)],
  ['First text after (median)', ({ firstTextMs }) => duration(firstTextMs)],
  ['Whole reply after (median)', ({ totalMs }) => duration(totalMs)],
  [
    'Tokens of requests, estimated',
    ({ tokens }) => (tokens === null ? 'unknown' : tokens.request.toLocaleString()),
  ],
  [
    'Tokens of replies, estimated',
    ({ tokens }) => (tokens === null ? 'unknown' : tokens.reply.toLocaleString()),
  ],
]

function tableOfSides(sides: ComparisonPageData['sides']): HTMLElement[] {
  const head = element('thead', {}, [
    element('tr', {}, [
      element('td'),
      ...sides.map(({ title }, index) => heading('col', `${index === 0 ? 'a' : 'b'}: ${title}`)),
    ]),
  ])
  const rows = ROWS.map(([title, value]) =>
    element('tr', {}, [
      heading('row', title),
      ...sides.map((side) => element('td', { textContent: value(side) })),
    ]),
  )
  return [head, element('tbody', {}, rows)]
}

const heading = (scope: 'row' | 'col', textContent: string) => element('th', { scope, textContent })

function fieldOf({ field, a, b }: FieldData, sides: ComparisonPageData['sides']): HTMLElement {
  return element('article', {}, [
    element('h3', { textContent: field }),
    element('div', { className: 'pair' }, [
      sideOf('a', `a: ${sides[0].title}`, [marked(a, 'del')]),
      sideOf('b', `b: ${sides[1].title}`, [marked(b, 'ins')]),
    ]),
  ])
}

function messageOf(
  { input, a, b, isSame }: MessageData,
  number: number,
  sides: ComparisonPageData['sides'],
): HTMLElement {
  return element('article', { className: isSame ? 'same' : 'different' }, [
    element('h3', { textContent: `${number}. `, dir: 'auto' }, [element('bdi', { textContent: input })]),
    element(
      'div',
      { className: isSame ? 'pair once' : 'pair' },
      isSame
        ? [sideOf('both', 'Both replies are the same', [...replyOf(a, 'del'), ...measuresOf(b)])]
        : [
            sideOf('a', `a: ${sides[0].title}`, replyOf(a, 'del')),
            sideOf('b', `b: ${sides[1].title}`, replyOf(b, 'ins')),
          ],
    ),
  ])
}

const sideOf = (name: 'a' | 'b' | 'both', title: string, content: readonly HTMLElement[]): HTMLElement =>
  element('div', { className: `side ${name}` }, [element('h4', { textContent: title }), ...content])

const replyOf = (
  { text, actions, error, interrupted, measures }: ReplyData,
  mark: 'ins' | 'del',
): HTMLElement[] => [
  ...(text.length === 0 ? [] : [marked(text, mark)]),
  ...actions.map((action) => element('p', { className: 'action', textContent: action })),
  ...(interrupted ? [element('p', { className: 'error', textContent: 'Interrupted' })] : []),
  ...(error === null ? [] : [element('p', { className: 'error', textContent: `Failed: ${error}` })]),
  ...measuresOf({ measures }),
]

const measuresOf = ({ measures }: Pick<ReplyData, 'measures'>): HTMLElement[] =>
  measures === '' ? [] : [element('p', { className: 'soft', textContent: measures })]

const marked = (parts: MarkedText, mark: 'ins' | 'del'): HTMLElement =>
  element(
    'p',
    { className: 'text', dir: 'auto' },
    parts.map(({ text, isMarked }) => element(isMarked ? mark : 'span', { textContent: text })),
  )

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  children: readonly HTMLElement[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

const duration = (ms: number | null): string => {
  if (ms === null) return 'not measured'
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

start(JSON.parse(byId('data').textContent ?? '{}'))
