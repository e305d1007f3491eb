import { DOCUMENT_NAME_CHARACTERS } from '../../contract/documents.js'

type NameSources = {
  /** From the document input; used unchanged. */
  readonly name?: string | null | undefined
  /** From the response of the origin. */
  readonly sent?: string | null | undefined
  readonly url: string
}

const NAMELESS = 'document.pdf'

/**
 * The name of a document (docs/rest.md, Documents): from the input, from the origin, or the last segment of the URL.
 */
export function filenameOf({ name, sent, url }: NameSources): string {
  if (name != null && name.trim() !== '') return name
  return safeName(sent ?? '') || safeName(lastSegment(url)) || NAMELESS
}

function lastSegment(url: string): string {
  if (!URL.canParse(url)) return ''
  return decodeSegment(new URL(url).pathname.split('/').at(-1) ?? '')
}

/** Percent-decodes a path segment; returns one that is badly encoded unchanged. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A name that is valid on any file system: no folders, no control or direction characters, at most 200 characters. */
function safeName(text: string): string {
  const file = text.split(/[/\\]/).at(-1) ?? ''
  const clean = file
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  return shorten(clean)
}

/** Shortens the stem and keeps the extension, without splitting a surrogate pair. */
function shorten(name: string): string {
  if (name.length <= DOCUMENT_NAME_CHARACTERS) return name
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, DOCUMENT_NAME_CHARACTERS - extension.length)
  return stem.replace(/[\ud800-\udbff]$/, '') + extension
}
