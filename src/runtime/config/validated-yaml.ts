import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Document, LineCounter } from 'yaml'
import { domainError } from '../../domain/errors.js'
import { InputFileError, readInputFile } from './input-file.js'
import { parseInputYaml } from './input-yaml.js'
import { findSchemaProblems, formatPath, type SchemaProblem, type ValuePath } from './schema-problems.js'

export type ValidatedYaml<T extends TSchema> = {
  readonly value: Static<T>
  /** Throws for problems that the schema cannot express; does nothing when there are none. */
  rejectWith(problems: readonly SchemaProblem[]): void
}

/** Reads YAML, or JSON, and checks it against a schema. Throws a DomainError that lists all problems with their lines. */
export async function readValidatedYaml<T extends TSchema>(
  path: string,
  schema: T,
): Promise<ValidatedYaml<T>> {
  const { document, lines, value: written } = await parseFile(path)
  // Loaded by now, but not at a start without such a file.
  const yaml = await import('yaml')
  const problemsError = (faults: readonly LocatedProblem[]) =>
    domainError('invalidConfiguration', formatProblems(faults, { path, lines }))
  const locate = ({ path: at, text }: SchemaProblem): LocatedProblem => ({
    offset: offsetOfPath(yaml, document, at),
    text: `${formatPath(at)} ${text}`,
  })

  // An empty file counts as an empty mapping.
  const value = written ?? {}
  if (!Value.Check(schema, value)) throw problemsError(findSchemaProblems(schema, value).map(locate))
  return {
    value,
    rejectWith: (problems) => {
      if (problems.length > 0) throw problemsError(problems.map(locate))
    },
  }
}

/** `offset` is a position in the text; undefined for a problem of the whole file. */
type LocatedProblem = { readonly offset: number | undefined; readonly text: string }

/** One line per problem, in the order of the file; `DomainError` cuts a list that is too long. */
function formatProblems(
  faults: readonly LocatedProblem[],
  { path, lines }: { path: string; lines: LineCounter },
): string {
  return [...faults]
    .sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
    .map(({ offset, text }) => {
      const location = offset === undefined ? path : `${path}:${lines.linePos(offset).line}`
      return `${location}: ${text}${text.endsWith('?') ? '' : '.'}`
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

/** The offset of the value at a path, or of the nearest enclosing value. */
function offsetOfPath(
  { isMap, isScalar, isSeq }: typeof import('yaml'),
  { contents }: Document,
  path: ValuePath,
): number | undefined {
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
