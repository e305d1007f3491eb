import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Document, isMap, isScalar, isSeq, type LineCounter } from 'yaml'
import { domainError } from '../../domain/errors.js'
import { InputFileError, readInputFile } from './input-file.js'
import { parseInputYaml } from './input-yaml.js'
import { findSchemaProblems, formatPath, type SchemaProblem, type ValuePath } from './schema-problems.js'

export type ValidatedYaml<T extends TSchema> = {
  readonly value: Static<T>
  /** Refuses the file for what its schema cannot say; does nothing when there is no problem. */
  rejectWith(problems: readonly SchemaProblem[]): void
}

/** Reads YAML (so JSON too) and holds it to a schema. All problems at once, one sentence with its line for each. */
export async function readValidatedYaml<T extends TSchema>(
  path: string,
  schema: T,
): Promise<ValidatedYaml<T>> {
  const { document, lines, value: written } = await parseFile(path)
  const refusal = (faults: readonly LocatedProblem[]) =>
    domainError('invalidConfiguration', formatProblems(faults, { path, lines }))
  const faultOf = ({ path: at, text }: SchemaProblem): LocatedProblem => ({
    offset: offsetOfPath(document, at),
    text: `${formatPath(at)} ${text}`,
  })

  // An empty file says nothing, so it refuses nothing.
  const value = written ?? {}
  if (!Value.Check(schema, value)) throw refusal(findSchemaProblems(schema, value).map(faultOf))
  return {
    value,
    rejectWith: (problems) => {
      if (problems.length > 0) throw refusal(problems.map(faultOf))
    },
  }
}

/** Something wrong at an offset of the text; undefined: with the whole of it. */
type LocatedProblem = { readonly offset: number | undefined; readonly text: string }

/** One line for each fault, in the order of the file; `DomainError` leaves out the last of too many. */
function formatProblems(
  faults: readonly LocatedProblem[],
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

async function parseFile(path: string) {
  try {
    return await parseInputYaml(await readInputFile(path), (errors, lines) => {
      const faults = errors.map(({ pos, message }) => ({ offset: pos[0], text: message }))
      return domainError('invalidConfiguration', formatProblems(faults, { path, lines }))
    })
  } catch (cause) {
    if (!(cause instanceof InputFileError)) throw cause
    throw domainError('invalidConfiguration', `${path}: ${cause.message}.`, { cause })
  }
}

/** Where the value at a path is written, or the nearest thing around it. */
function offsetOfPath({ contents }: Document, path: ValuePath): number | undefined {
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
