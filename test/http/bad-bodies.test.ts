import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import { ownerCredential, requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import { usePopulated } from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

/** Every operation that takes JSON: those that come later are tried as they are. */
const cases = operations
  .filter(({ schema }) => schema.body !== undefined)
  .map((operation) => ({ name: operation.schema.operationId, operation }))

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const text = (words: string) => Uint8Array.from(Buffer.from(words))

const NO_JSON: readonly [what: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ['a lone byte', hex('ff')],
  ['a lone byte in a string', hex('7b2261223a22ff227d')],
  ['an overlong slash', hex('7b2261223a22c0af227d')],
  ['half of a surrogate in UTF-8', hex('7b2261223a22eda080227d')],
  ['a character that is cut off', hex('7b2261223a22f09f92227d')],
  ['UTF-16', Uint8Array.from(Buffer.from('{}', 'utf16le'))],
  ['a body that is cut off', text('{"a":')],
  ['an infinite number', text('{"a":Infinity}')],
  ['a comment', text('{}//')],
]

test.each(cases)(
  '$name: a body that is no JSON in UTF-8 is told so, and changes nothing',
  async ({ operation }) => {
    const world = await openPopulated()
    const right = await requestFor(operation, requestSamplesOf(operation)[0] ?? {}, world)
    const request = { ...right, headers: { ...right.headers, ...ownerCredential(operation, world) } }
    for (const [what, bytes] of NO_JSON) {
      const { status, body } = await world.send({ ...request, form: undefined, bytes })
      expect([what, status, body]).toEqual([
        what,
        422,
        { detail: [{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' }] },
      ])
    }
    expect((await world.send(request)).status).toBeLessThan(300)
  },
)
