import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../../src/web/share/conversation/markdown.js'

/** What is shown, as elements with the attributes that matter here. */
const element = (name: string, attributes: object, children: unknown): Shown => {
  const listed = Object.entries(attributes).filter(([key, value]) => key !== 'dir' && value !== undefined)
  const text = listed.map(([key, value]) => ` ${key}=${String(value)}`).join('')
  return { html: `<${name}${text}>${shown(children)}</${name}>` }
}
type Shown = { readonly html: string }

const shown = (content: unknown): string => {
  if (Array.isArray(content)) return content.map(shown).join('')
  return typeof content === 'string' ? content.replaceAll('<', '&lt;') : (content as Shown).html
}
const markdown = (text: string) => shown(renderMarkdown(text, element))

const LINK = 'rel=noopener noreferrer nofollow target=_blank'

test.each([
  ['*smiles* Hello', '<p><em>smiles</em> Hello</p>'],
  ['**very** `x<y`', '<p><strong>very</strong> <code>x&lt;y</code></p>'],
  ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['3. c', '<ol start=3><li><p>c</p></li></ol>'],
  ['# Title', '<p><strong>Title</strong></p>'],
  ['> said', '<blockquote><p>said</p></blockquote>'],
  ['```js\na < b\n```', '<pre tabindex=0><code>a &lt; b</code></pre>'],
  [
    '| a | b |\n|---|:-:|\n| x\\|<y | *z* |\n| only |',
    '<div class=table tabindex=0><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>' +
      '<tr><td>x|&lt;y</td><td>*z*</td></tr><tr><td>only</td><td></td></tr></tbody></table></div>',
  ],
  ['a | b\n--', '<p>a | b\n--</p>'],
  ['a | b\n|-|-|-|', '<p>a | b\n|-|-|-|</p>'],
  ['a  \nb', '<p>a<br></br>b</p>'],
  ['a\n\n---\n\nb', '<p>a</p><hr></hr><p>b</p>'],
  ['Well\n---', '<p>Well</p><hr></hr>'],
  ['Well\n===', '<p>Well\n===</p>'],
  ['AT&amp;T 5 * 3 * 2', '<p>AT&T 5 * 3 * 2</p>'],
  ['    indented', '<p>indented</p>'],
])('%j is shown as %s', (text, expected) => {
  expect(markdown(text)).toBe(expected)
})

test('HTML stays the text that it is', () => {
  for (const text of [
    '<b>bold</b>',
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<!-- hidden -->',
    '<div>\n*x*\n</div>',
  ]) {
    expect(markdown(text)).not.toMatch(/<(?!\/?(p|em)>)/)
    expect(markdown(text)).toContain('&lt;')
  }
})

test('a link shows where it leads, and gives nothing away', () => {
  expect(markdown('[the page](https://example.org/a?b=1)')).toBe(
    `<p><a href=https://example.org/a?b=1 ${LINK}>the page</a><span class=host> (example.org)</span></p>`,
  )
  expect(markdown('<mailto:mira@example.org>')).toContain('<span class=host> (mira@example.org)</span>')
  // Letters that look like others are told by their code.
  expect(markdown('[bank](https://bаnk.example/)')).toMatch(/ \(xn--[\w-]+\.example\)/)
  expect(markdown('[bank.example](https://bank.example@evil.test/)')).toContain(' (evil.test)')
})

test('a picture is not loaded, but can be gone to', () => {
  expect(markdown('![me](https://example.org/p.gif)')).toBe(
    `<p><a href=https://example.org/p.gif ${LINK}>me</a><span class=host> (example.org)</span></p>`,
  )
  expect(markdown('![](data:image/png;base64,AAAA)')).toBe('<p>picture</p>')
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#10;script:alert(1)',
  '&#x6A;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//example.org/x',
  '/s/other',
  'https://',
])('no link leads to %s', (address) => {
  for (const text of [`[x](${address})`, `[x](<${address}>)`, `<${address}>`]) {
    expect(markdown(text)).not.toContain('<a ')
  }
})

test('text that is nested, long or full of signs is shown as it came', () => {
  const nested = `${'> '.repeat(60)}deep`
  expect(markdown(nested)).toContain('deep')
  expect(markdown(nested).split('<blockquote').length).toBeLessThan(14)
  const long = 'word *x* '.repeat(3000)
  expect(markdown(long)).toBe(`<p>${long}</p>`)
  const signs = '*a _b [c '.repeat(900)
  expect(markdown(signs)).toBe(`<p>${signs}</p>`)
})

test('each block is directed by its own first letters', () => {
  const directions: unknown[] = []
  renderMarkdown('Hello\n\nשלום\n\n> مرحبا', (name, { dir }) => void directions.push([name, dir]))
  expect(directions).toEqual(['p', 'p', 'p', 'blockquote'].map((name) => [name, 'auto']))
})
