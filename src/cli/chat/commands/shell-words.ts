import { homedir } from 'node:os'
import { join } from 'node:path'

/** A word may stand in quotes, and a backslash before a space or a quote takes its meaning away, as in a shell. */
const WORD = /^\s*((?:"[^"]*"|'[^']*'|\\[\s'"\\]|[^\s'"])+)/
const PART = /"([^"]*)"|'([^']*)'|\\([\s'"\\])|([^'"])/g

/** The first word, and what follows it. */
export function splitFirstWord(text: string): { readonly word: string; readonly rest: string } {
  const [taken, written] = WORD.exec(text) ?? []
  if (taken === undefined || written === undefined) return { word: '', rest: text.trim() }
  const word = written.replace(PART, (_, ...parts: (string | undefined)[]) =>
    String(parts.slice(0, 4).find((part) => part !== undefined)),
  )
  return { word, rest: text.slice(taken.length).trim() }
}

/** A word that `splitFirstWord` reads back as it is. */
export const escapeWord = (text: string): string => text.replace(/[\s'"]/g, '\\$&')

/** The path that a person means by it: no shell puts the home folder in here. */
export const expandHome = (word: string): string =>
  word === '~' || word.startsWith('~/') ? join(homedir(), word.slice(1)) : word
