import type { Document, LineCounter } from 'yaml'
import { NESTING_MAX } from '../../contract/json-bounds.js'
import { InputFileError } from './input-file.js'

export type InputYaml = { readonly document: Document; readonly lines: LineCounter; readonly value: unknown }

/** A document with this many values and indicators takes some 300 MB of memory. */
const INDICATORS_MAX = 300_000
/** Limits how far aliases expand: a few lines can expand to more than fits in memory. */
const ALIASES_MAX = 1000

type MakeSyntaxError = (faults: Document['errors'], lines: LineCounter) => Error

/**
 * Parses YAML, and so JSON, from outside. Text that would take much memory or stack is refused before it is parsed;
 * `makeSyntaxError` creates the error for text that is not YAML.
 */
export async function parseInputYaml(
  text: string,
  makeSyntaxError: MakeSyntaxError = firstSyntaxError,
): Promise<InputYaml> {
  checkSizeAndIndent(text)
  const yaml = await import('yaml')
  checkFlowNesting(text, yaml)
  const lines = new yaml.LineCounter()
  // At the default level, warnings would be printed among the command's own output.
  const options = { lineCounter: lines, prettyErrors: false, logLevel: 'error' } as const
  const document = yaml.parseDocument(text, options)
  if (document.errors.length > 0) throw makeSyntaxError(document.errors, lines)
  return { document, lines, value: plainValue(document) }
}

function firstSyntaxError([error]: Document['errors'], lines: LineCounter): Error {
  const { line, col } = lines.linePos(error?.pos[0] ?? 0)
  return new InputFileError(`it is neither YAML nor JSON: ${error?.message} at line ${line}, column ${col}`)
}

const tooDeep = () => new InputFileError('it is nested too deeply')

/** Each level of a block indents by at least one column, except a list in a mapping. */
function checkSizeAndIndent(text: string): void {
  let indicators = 0
  let column = 0
  let isInIndent = true
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (INDICATORS.has(char)) indicators += 1
    if (indicators > INDICATORS_MAX) throw new InputFileError('it holds too many values')
    if (char === '\n') {
      column = 0
      isInIndent = true
      continue
    }
    isInIndent &&= INDENT.has(char)
    if (isInIndent) column += 1
    if (column > 2 * NESTING_MAX) throw tooDeep()
  }
}

const INDICATORS = new Set(['\n', ',', ':', '[', ']', '{', '}', '-', '?', '&', '*'])
const INDENT = new Set([' ', '-', '?', '\t'])

/** Uses the lexer, which does not recurse and recognises brackets inside of strings. */
function checkFlowNesting(text: string, yaml: typeof import('yaml')): void {
  let depth = 0
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (lexeme === '[' || lexeme === '{') depth += 1
    else if (lexeme === ']' || lexeme === '}') depth -= 1
    if (depth > NESTING_MAX) throw tooDeep()
  }
}

function plainValue(document: Document): unknown {
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch (cause) {
    const isUnknown = cause instanceof Error && cause.message.startsWith('Unresolved alias')
    const why = isUnknown ? `it is neither YAML nor JSON: ${cause.message}` : 'its aliases lead too far'
    throw new InputFileError(why, { cause })
  }
  if (isCyclic(value)) throw new InputFileError('an alias in it stands for something that it is a part of')
  return value
}

/** An alias inside of its own anchor makes a cyclic value. */
function isCyclic(value: unknown): boolean {
  const ancestors = new Set<object>()
  const visited = new Set<object>()
  const visit = (part: unknown): boolean => {
    if (typeof part !== 'object' || part === null || visited.has(part)) return false
    if (ancestors.has(part)) return true
    ancestors.add(part)
    const found = Object.values(part).some(visit)
    ancestors.delete(part)
    visited.add(part)
    return found
  }
  return visit(value)
}
