import { homedir } from 'node:os'
import { join } from 'node:path'

/** As in a shell, quotes group characters, and a backslash escapes a space, quote or backslash. */
const WORD = /^\s*((?:"[^"]*"|'[^']*'|\\[\s'"\\]|[^\s'"])+)/
const PART = /"([^"]*)"|'([^']*)'|\\([\s'"\\])|([^'"])/g

/** The first word without its quotes, and the text after it. */
export function splitFirstWord(text: string): { readonly word: string; readonly rest: string } {
  const [match, quoted] = WORD.exec(text) ?? []
  if (match === undefined || quoted === undefined) return { word: '', rest: text.trim() }
  const word = quoted.replace(PART, (_, ...parts: (string | undefined)[]) =>
    String(parts.slice(0, 4).find((part) => part !== undefined)),
  )
  return { word, rest: text.slice(match.length).trim() }
}

/** Escapes a text so that `splitFirstWord` returns it unchanged. */
export const escapeWord = (text: string): string => text.replace(/[\s'"]/g, '\\$&')

/** Replaces a leading `~` by the home folder, because no shell does it here. */
export const expandHome = (word: string): string =>
  word === '~' || word.startsWith('~/') ? join(homedir(), word.slice(1)) : word
