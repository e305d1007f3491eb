import { readFile } from 'node:fs/promises'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { DomainError } from '../domain/errors.js'
import { findProblems, type Path, type Problem, writePath } from './config-problems.js'

export type SettingsFile<T extends TSchema> = {
  readonly value: Static<T>
  /** Refuses the file for what its schema cannot say; does nothing when there is no problem. */
  refuseFor(problems: readonly Problem[]): void
}

/** Reads YAML (so JSON too) and holds it to a schema. All problems at once, one sentence with its line for each. */
export async function readSettingsFile<T extends TSchema>(path: string, schema: T): Promise<SettingsFile<T>> {
  const lines = new LineCounter()
  const document = parseDocument(await readText(path), { lineCounter: lines, prettyErrors: false })
  const refusal = (faults: readonly Fault[]) =>
    new DomainError('invalid', writeFaults(faults, { path, lines }))
  const faultOf = ({ path: at, text }: Problem): Fault => ({
    offset: findOffset(document, at),
    text: `${writePath(at)} ${text}`,
  })

  if (document.errors.length > 0) {
    throw refusal(document.errors.map(({ pos, message }) => ({ offset: pos[0], text: message })))
  }
  const value = toPlain(document, path)
  if (!Value.Check(schema, value)) throw refusal(findProblems(schema, value).map(faultOf))
  return {
    value,
    refuseFor: (problems) => {
      if (problems.length > 0) throw refusal(problems.map(faultOf))
    },
  }
}

/** Something wrong at an offset of the text; undefined: with the whole of it. */
type Fault = { readonly offset: number | undefined; readonly text: string }

/** One line for each fault, in the order of the file. */
function writeFaults(
  faults: readonly Fault[],
  { path, lines }: { path: string; lines: LineCounter },
): string {
  return [...faults]
    .sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
    .map(({ offset, text }) => {
      const place = offset === undefined ? path : `${path}:${lines.linePos(offset).line}`
      return `${place}: ${text}${text.endsWith('?') ? '' : '.'}`
    })
    .join('\n')
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new DomainError('invalid', `${path}: ${whyUnreadable(cause)}.`, { cause })
  }
}

/** Why a file cannot be read, to go on from its name. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read'
  if (code === 'EISDIR') return 'this is a folder, not a file'
  return 'the file cannot be read'
}

/** An empty file says nothing, so it refuses nothing. */
function toPlain(document: Document, path: string): unknown {
  try {
    return document.toJS() ?? {}
  } catch (cause) {
    throw new DomainError('invalid', `${path}: its aliases lead too far.`, { cause })
  }
}

/** Where the value at a path is written, or the nearest thing around it. */
function findOffset({ contents }: Document, path: Path): number | undefined {
  let node: unknown = contents
  let offset: number | undefined
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      offset = isScalar(pair?.key) ? pair.key.range?.[0] : offset
      node = pair?.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      offset = hasRange(node) ? node.range[0] : offset
    }
  }
  return offset
}

const hasRange = (node: unknown): node is { range: [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
