import { createHash } from 'node:crypto'
import type { LegacyRoute } from '../../contract/legacy/operation.js'
import type { Operation } from '../../contract/operation.js'
import type { HttpSettings } from '../http-deps.js'

/** A page with its Content-Security-Policy, which allows no scripts and no requests. */
export type HtmlPage = { readonly html: string; readonly policy: string }

/** Lists what users of the legacy routes must change, from the same table that the routes are served from. */
export function createMigrationGuide(
  rows: readonly LegacyRoute[],
  deprecation: HttpSettings['deprecation'],
): HtmlPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>From the legacy routes to /api/v1</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>From the legacy routes to <code>/api/v1</code></h1>
<p>The legacy routes keep their paths, payloads, statuses and authentication, and do the same work on the same data as
their successors. New code uses the new routes; API keys, scopes and ids stay as they are.</p>
<p>${datesOf(deprecation)}</p>
<table>
<thead><tr><th scope="col">Legacy</th><th scope="col">Now</th><th scope="col">What changes</th></tr></thead>
<tbody>
${rows.map(lineOf).join('\n')}
</tbody>
</table>
<h2>Headers of the legacy routes</h2>
<dl>
<dt><code>Deprecation</code></dt><dd>when the route became deprecated: <code>@</code> and Unix seconds</dd>
<dt><code>Link</code></dt><dd><code>rel="deprecation"</code> is this page, <code>rel="successor-version"</code> the new
path of the same resource</dd>
<dt><code>Sunset</code></dt><dd>when the route will be removed; absent while no date is set</dd>
</dl>
<p>They are informative. A client must not fail or retry because of them.</p>
</main>
</body>
</html>
`
  return { html, policy: policyOf(STYLE) }
}

function datesOf(deprecation: HttpSettings['deprecation']): string {
  if (deprecation === null) return 'No date of deprecation is set.'
  const { since, sunset } = deprecation
  const end = sunset === null ? 'No date of removal is set.' : `They will be removed on ${timeOf(sunset)}.`
  return `Deprecated since ${timeOf(since)}. ${end}`
}

function timeOf(date: Date): string {
  const iso = date.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)}</time>`
}

const lineOf = (row: LegacyRoute): string =>
  `<tr><td>${pathOf(row.operation)}</td><td>${pathOf(row.successor)}</td><td>${changesOf(row)}</td></tr>`

const pathOf = ({ method, url }: Operation): string =>
  `<code>${method} ${escaped(url.replace(/:(\w+)/g, '{$1}'))}</code>`

function changesOf({ renamedQuery: renamed = {}, body, answer }: LegacyRoute): string {
  const names = Object.entries(renamed).map(
    ([was, is]) => `<code>${escaped(was)}</code> is <code>${escaped(is)}</code>`,
  )
  const changes = [
    ...(names.length === 0 ? [] : [`Query: ${names.join(', ')}.`]),
    ...(body === undefined ? [] : [`Body: ${escaped(body.is)}; was ${escaped(body.was)}.`]),
    ...(answer === undefined ? [] : [`Answer: ${escaped(answer.is)}; was ${escaped(answer.was)}.`]),
  ]
  return changes.length === 0 ? 'The path only.' : changes.join('<br>')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .5rem .75rem; text-align: start; vertical-align: top; border-bottom: 1px solid #8886; }
code { font: .875rem ui-monospace, monospace; overflow-wrap: anywhere; }
dd { margin-bottom: .5rem; }
`

/** Allows only the style sheet with this hash. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
