import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { sanitizeUri } from 'micromark-util-sanitize-uri'
import { DISABLED_SYNTAX } from './disabled-syntax.js'
import { type MarkdownTable, readTable } from './markdown-table.js'

/** What is disabled stays the text that it is. */
const SYNTAX = { disable: { null: DISABLED_SYNTAX } }
/** Deeper or longer text is no conversation, and is shown as it came. */
const MAX_DEPTH = 10
const MAX_LENGTH = 20_000
/** Characters that open something; many of them take long to match. */
const MAX_SIGNS = 2000
const SIGNS = /[*_[\]`>]/g

/** Makes an element: `h` of preact. Of preact's types a test knows nothing. */
export type CreateElement<Node> = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: Content<Node>,
) => Node

type Content<Node> = Node | string | readonly Content<Node>[]

/**
 * Markdown (CommonMark) as elements of the page. What was written never becomes HTML: each element is one of those below,
 * everything else is text, and links lead to http, https and mailto alone. Pictures are shown as links.
 */
export function renderMarkdown<Node>(text: string, h: CreateElement<Node>): Content<Node> {
  if (text.length > MAX_LENGTH || (text.match(SIGNS)?.length ?? 0) > MAX_SIGNS)
    return h('p', { dir: 'auto' }, text)
  const { children } = fromMarkdown(text, { extensions: [SYNTAX] })
  return children.map((node) => renderNode(node, { h, source: text, depth: 0 }))
}

type Context<Node> = {
  readonly h: CreateElement<Node>
  readonly source: string
  readonly depth: number
}

function renderNode<Node>(node: RootContent, context: Context<Node>): Content<Node> {
  const { h, source, depth } = context
  if (depth > MAX_DEPTH) return sourceOf(node, source)
  const inner = { ...context, depth: depth + 1 }
  const children = () => ('children' in node ? node.children.map((child) => renderNode(child, inner)) : [])
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph': {
      const table = readTable(sourceOf(node, source))
      return table === null ? h('p', { dir: 'auto' }, children()) : renderTable(h, table)
    }
    // The outline of the page is not the character's to change.
    case 'heading':
      return h('p', { dir: 'auto' }, h('strong', {}, children()))
    case 'emphasis':
      return h('em', {}, children())
    case 'strong':
      return h('strong', {}, children())
    case 'inlineCode':
      return h('code', { dir: 'ltr' }, node.value)
    case 'code':
      return h('pre', SCROLLS, h('code', {}, node.value))
    case 'blockquote':
      return h('blockquote', { dir: 'auto' }, children())
    case 'list':
      return h(node.ordered ? 'ol' : 'ul', { dir: 'auto', start: node.start ?? undefined }, children())
    case 'listItem':
      return h('li', { dir: 'auto' }, children())
    case 'break':
      return h('br', {}, [])
    case 'thematicBreak':
      return h('hr', {}, [])
    case 'link':
      return renderLink(h, node.url, children())
    // Loading it would tell another server who reads this, and when.
    case 'image':
      return renderLink(h, node.url, node.alt || 'picture')
    default:
      return sourceOf(node, source)
  }
}

/** What is wider than its bubble scrolls, also by keyboard. */
const SCROLLS = { dir: 'ltr', tabindex: 0 }

function renderTable<Node>(h: CreateElement<Node>, { head, rows }: MarkdownTable): Content<Node> {
  const row = (cells: readonly string[], kind: 'th' | 'td') =>
    h(
      'tr',
      {},
      cells.map((cell) => h(kind, { dir: 'auto' }, cell)),
    )
  const body = rows.map((cells) => row(cells, 'td'))
  const table = h('table', {}, [h('thead', {}, row(head, 'th')), h('tbody', {}, body)])
  return h('div', { class: 'table', tabindex: 0 }, table)
}

const sourceOf = ({ position }: RootContent, source: string): string =>
  source.slice(position?.start.offset, position?.end.offset)

/** A link with the place where it leads beside it, as its text may say anything. */
function renderLink<Node>(h: CreateElement<Node>, address: string, children: Content<Node>): Content<Node> {
  const href = sanitizeUri(address, /^(https?|mailto)$/i)
  if (!URL.canParse(href)) return children
  const { host, protocol, pathname } = new URL(href)
  const place = protocol === 'mailto:' ? pathname : host
  const link = h('a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, children)
  return [link, h('span', { class: 'host', dir: 'ltr' }, ` (${place})`)]
}
