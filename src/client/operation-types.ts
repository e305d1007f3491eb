import type { Static, TSchema } from 'typebox'
import type { Operation } from '../contract/operation.js'

/** A file to upload; its content may be read from the disk while it is sent. */
export type FileInput = { readonly name: string; readonly content: Blob }

type FilePart<O> = O extends { readonly upload: object }
  ? { readonly file: FileInput }
  : { readonly file?: never }

type Part<Name extends string, Schema> = Schema extends TSchema
  ? Record<never, never> extends Static<Schema>
    ? { readonly [Key in Name]?: Static<Schema> }
    : { readonly [Key in Name]: Static<Schema> }
  : { readonly [Key in Name]?: never }

type Schemas<O extends Operation> = O['schema']
type Named<O extends Operation, Key extends string> = Key extends keyof Schemas<O>
  ? Schemas<O>[Key]
  : undefined

/** The input of an operation. Parts that the operation lacks do not type-check; a part with only optional fields is optional. */
export type OperationInput<O extends Operation> = Part<'params', Named<O, 'params'>> &
  Part<'query', Named<O, 'querystring'>> &
  Part<'body', Named<O, 'body'>> &
  FilePart<O>

type SuccessStatus = 200 | 201 | 202 | 204
type Responses<O extends Operation> = O['schema']['response']
type SuccessSchema<O extends Operation> = Responses<O>[keyof Responses<O> & SuccessStatus]

/** The result of an operation on success; null for one without a body. */
export type OperationResult<O extends Operation> =
  SuccessSchema<O> extends infer Schema ? (Schema extends TSchema ? Static<Schema> : never) : never
