import type { Document, LineCounter } from 'yaml'
import { parseYamlInput } from '../../input/read-input.js'
import type { FieldPath, ParsedBatch } from './parsed-batch.js'

/** YAML, of which JSON is a part, with the line of each value. */
export async function readYamlWithLines(text: string, name: string): Promise<ParsedBatch> {
  const { document, lines, value } = await parseYamlInput(text, name)
  return { value, lineOf: (path) => lineOf(document, lines, path) }
}

function lineOf(document: Document, lines: LineCounter, path: FieldPath): number | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (hasRange(node)) return lines.linePos(node.range[0]).line
  }
  return null
}

const hasRange = (node: unknown): node is { readonly range: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
