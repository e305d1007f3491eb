import type { Document, LineCounter } from 'yaml'
import { usageError } from '../errors.js'
import type { Parsed, Path } from './batch-file.js'

/** YAML, of which JSON is a part, with the line of each value. */
export async function readDocument(text: string, name: string): Promise<Parsed> {
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const document = yaml.parseDocument(text, { lineCounter: lines })
  const [error] = document.errors
  if (error !== undefined) {
    const [why] = error.message.split(/:?\n/)
    throw usageError(`${name} is neither YAML nor JSON: ${why}`)
  }
  return { value: plainValue(document, name), lineOf: (path) => lineOf(document, lines, path) }
}

/** A few lines of anchors can stand for more than fits in memory. */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 1000 })
  } catch (error) {
    throw usageError(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function lineOf(document: Document, lines: LineCounter, path: Path): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return lines.linePos(node.range[0]).line
  }
  return null
}

const hasRange = (node: unknown): node is { readonly range: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
