import { type TObject, type TProperties, Type } from 'typebox'
import type { Operation } from '../operation.js'

/** A legacy path and its successor (docs/wire-protocol.md, Old paths). */
export type LegacyRoute = {
  readonly operation: Operation
  readonly successor: Operation
  /** Old query names with their new names; the legacy path accepts both. */
  readonly renamedQuery?: Readonly<Record<string, string>>
  /** Ids of the new path that the legacy one lacks, so that no response can name its successor. */
  readonly missingParams?: readonly string[]
  /** Fields of the body with their new names. */
  readonly renamedBody?: Readonly<Record<string, string>>
  /** How the bodies differ, in words for the migration guide. */
  readonly body?: { readonly was: string; readonly is: string }
  /** How the answers differ, in words for the migration guide. */
  readonly answer?: { readonly was: string; readonly is: string }
}

/** The tag and deprecation of every legacy operation. */
export const legacyOperation = <const Id extends string>(operationId: Id) =>
  ({ operationId, tags: ['legacy'], deprecated: true }) as const

/** A query schema that also accepts fields under their old names. */
export function withLegacyNames<
  P extends TProperties,
  const Names extends Readonly<Record<string, keyof P & string>>,
>({ properties }: TObject<P>, names: Names): TObject<P & { [Old in keyof Names]: P[Names[Old]] }> {
  const twins = Object.entries(names).map(([name, now]) => [name, properties[now]])
  // Correct by construction; `Object.entries` loses which schema belongs to which name.
  return Type.Object({ ...properties, ...Object.fromEntries(twins) }) as unknown as TObject<
    P & { [Old in keyof Names]: P[Names[Old]] }
  >
}
