import { type Static, Type } from 'typebox'
import { CharacterSchema } from './characters.js'

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Extract<Name, string>

/** The same fields under their camelCase names. */
export function toCamelCase<T extends object>(fields: T): { [Name in keyof T as CamelCase<Name>]: T[Name] } {
  const renamed = Object.entries(fields).map(([name, value]) => [camelCase(name), value])
  // Key by key what the type says; entries have lost which value goes with which name.
  return Object.fromEntries(renamed) as { [Name in keyof T as CamelCase<Name>]: T[Name] }
}

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A character as the legacy routes answer it (docs/wire-protocol.md, Old paths). */
export const AgentSchema = Type.Object(toCamelCase(CharacterSchema.properties), { $id: 'Agent' })
export type Agent = Static<typeof AgentSchema>
