import type { SharePreview } from '../contract/shares.js'

/**
 * Writes into the page of a share who is behind it: for the page itself, and as Open Graph tags (https://ogp.me) for
 * programs that show a preview of the link. `base` is the URL by which these reach the server. None of the tags holds the
 * link, because whoever has it can redeem the share; therefore there is no `og:url`.
 */
export function insertPreview(page: Uint8Array, preview: SharePreview, base: string): string {
  const title = `<title>${escapeHtml(preview.name)}</title>`
  const head = metaTags(preview, base).map(([kind, name, content]) => metaTag({ kind, name, content }))
  return Buffer.from(page)
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => `${title}\n    ${head.join('\n    ')}`)
}

type MetaTag = readonly [kind: 'name' | 'property', name: string, content: string]

function metaTags(preview: SharePreview, base: string): MetaTag[] {
  const { name, tagline, picture } = preview
  const description = tagline ?? `${name} would like to talk to you.`
  return [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:title', name],
    ['property', 'og:description', description],
    ...(picture === null ? [] : pictureTags(preview.name, picture, base)),
    ['name', 'twitter:card', 'summary'],
    // Read by the page.
    ['name', 'share-preview', JSON.stringify(preview)],
  ]
}

const pictureTags = (
  name: string,
  { path, type, width, height }: NonNullable<SharePreview['picture']>,
  base: string,
): MetaTag[] => [
  ['property', 'og:image', `${base}${path}`],
  ['property', 'og:image:type', type],
  ['property', 'og:image:width', String(width)],
  ['property', 'og:image:height', String(height)],
  ['property', 'og:image:alt', name],
]

const metaTag = ({ kind, name, content }: { kind: string; name: string; content: string }): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
