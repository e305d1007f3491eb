import { type TObject, type TProperties, Type } from 'typebox'
import type { Operation } from './operation.js'

/** An old path that stays as it is, and what took its place (docs/wire-protocol.md, Old paths). */
export type LegacyRoute = {
  readonly operation: Operation
  readonly successor: Operation
  /** Old query names, each with the new one; the old path takes both. */
  readonly renamedQuery?: Readonly<Record<string, string>>
  /** Ids of the new path that the old one does not have: then no answer can name the new path. */
  readonly missingParams?: readonly string[]
  /** How the bodies differ, in words for the migration guide. */
  readonly body?: { readonly was: string; readonly is: string }
  /** How the answers differ, in words for the migration guide. */
  readonly answer?: { readonly was: string; readonly is: string }
}

/** What every operation of an old path says of itself. */
export const legacyOperation = <const Id extends string>(operationId: Id) =>
  ({ operationId, tags: ['legacy'], deprecated: true }) as const

/** A query that takes a field under its old name, too. */
export function withLegacyNames<
  P extends TProperties,
  const Names extends Readonly<Record<string, keyof P & string>>,
>({ properties }: TObject<P>, names: Names): TObject<P & { [Old in keyof Names]: P[Names[Old]] }> {
  const twins = Object.entries(names).map(([name, now]) => [name, properties[now]])
  // Name by name what the type says; entries have lost which schema goes with which name.
  return Type.Object({ ...properties, ...Object.fromEntries(twins) }) as unknown as TObject<
    P & { [Old in keyof Names]: P[Names[Old]] }
  >
}
