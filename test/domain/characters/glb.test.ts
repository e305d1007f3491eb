import { expect, test } from 'vitest'
import { readGlbMetadata } from '../../../src/domain/characters/glb.js'
import { BIN_CHUNK, glb, padded, scene } from '../../support/models/glb-files.js'

const check = (bytes: Buffer) =>
  readGlbMetadata({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  })

test.each([
  ['a scene', glb()],
  ['a scene with its geometry', glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(16)]] })],
  [
    'a chunk of an extension',
    glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(4)], ['more', Buffer.alloc(4)]] }),
  ],
  ['version 2.1', glb({ chunks: [scene('{"asset":{"version":"2.1"}}')] })],
])('%s is a binary glTF file', async (_, bytes) => {
  await expect(check(bytes)).resolves.toEqual({ isRigged: false, animations: [], shown: [], notShown: [] })
})

const json = (text: string | Buffer) => glb({ chunks: [['JSON', padded(text)]] })

test.each([
  ['nothing', Buffer.alloc(0), /too short/],
  ['a header cut off', glb().subarray(0, 11), /too short/],
  ['another magic', glb({ magic: 'GLTF' }), /begin with glTF/],
  ['version 1', glb({ version: 1 }), /version is not 2/],
  ['version 3', glb({ version: 3 }), /version is not 2/],
  ['a file longer than it declares', Buffer.concat([glb(), Buffer.alloc(4)]), /length/],
  ['a file shorter than it declares', glb({ tooLong: 4 }), /length/],
  ['a file cut off', glb().subarray(0, -4), /length/],
  ['no chunk', glb({ chunks: [] }), /first chunk/],
  ['geometry before the scene', glb({ chunks: [[BIN_CHUNK, Buffer.alloc(4)], scene()] }), /first chunk/],
  ['two scenes', glb({ chunks: [scene(), scene()] }), /order/],
  [
    'geometry that comes third',
    glb({ chunks: [scene(), ['more', Buffer.alloc(4)], [BIN_CHUNK, Buffer.alloc(4)]] }),
    /order/,
  ],
  ['a chunk that is not aligned', glb({ chunks: [['JSON', Buffer.from('{ }')]] }), /aligned/],
  ['half a chunk header', glb({ chunks: [scene(), ['', Buffer.alloc(0)]] }), /too short/],
  ['no end of chunks', glb({ chunks: [scene(), ...Array(40).fill(['more', Buffer.alloc(0)])] }), /too many/],
  ['JSON that does not parse', json('{"asset":'), /parse/],
  ['JSON of no bytes', json(''), /parse/],
  ['JSON that is no UTF-8', json(Buffer.from([0x22, 0xff, 0xfe, 0x22])), /parse/],
  ['JSON with a byte order mark', json('\uFEFF{"asset":{"version":"2.0"}}'), /parse/],
  ['JSON that is a list', json('[]'), /asset/],
  ['JSON without an asset', json('{"scenes":[]}'), /asset/],
  ['an asset of version 1', json('{"asset":{"version":"1.0"}}'), /version 2/],
  ['an asset of version 20', json('{"asset":{"version":"20"}}'), /version 2/],
  ['an asset whose version is a number', json('{"asset":{"version":2.0}}'), /version 2/],
])('%s is none', async (_, bytes, detail) => {
  await expect(check(bytes)).rejects.toMatchObject({ kind: 'invalid', detail: expect.stringMatching(detail) })
})

test('a chunk that declares an end beyond the file is refused', async () => {
  for (const length of [0xfffffffc, 1000]) {
    const bytes = glb()
    bytes.writeUInt32LE(length, 12)
    await expect(check(bytes)).rejects.toMatchObject({ detail: expect.stringContaining('beyond the file') })
  }
})

test('JSON that is too large is refused without being read', async () => {
  const bytes = glb({ chunks: [['JSON', Buffer.alloc(9 * 2 ** 20, ' ')]] })
  const lengths: number[] = []
  const reading = readGlbMetadata({
    size: bytes.length,
    read: async (start, length) => {
      lengths.push(length)
      return bytes.subarray(start, start + length)
    },
  })
  await expect(reading).rejects.toMatchObject({ detail: expect.stringContaining('over 8 MB') })
  expect(Math.max(...lengths)).toBe(12)
})

const rigged = (animations: unknown) =>
  check(glb({ chunks: [scene(JSON.stringify({ asset: { version: '2.0' }, skins: [{}], animations }))] }))

test('a model with a skin and clips is rigged, and its clips are listed by name', async () => {
  const clips = [{ name: 'idle' }, { name: '' }, {}, null, { name: 7 }, { name: 'x'.repeat(300) }]
  expect(await rigged(clips)).toEqual({
    isRigged: true,
    shown: [],
    notShown: [],
    animations: ['idle', 'animation_1', 'animation_2', 'animation_3', 'animation_4', 'x'.repeat(200)],
  })
  expect(await rigged([])).toEqual({ isRigged: false, animations: [], shown: [], notShown: [] })
  expect(await rigged('idle')).toEqual({ isRigged: false, animations: [], shown: [], notShown: [] })
  expect((await rigged(Array(200).fill({}))).animations).toHaveLength(100)
})

test('only our own files say what they do not show, in at most twelve short texts', async () => {
  const read = async (asset: object) =>
    (await check(glb({ chunks: [scene(JSON.stringify({ asset: { version: '2.0', ...asset } }))] }))).notShown
  const extras = { notShown: ['pipe', 7, 'x'.repeat(100), ...Array.from({ length: 20 }, () => 'drum')] }
  const own = await read({ generator: 'parley', extras })
  expect(own.slice(0, 2)).toEqual(['pipe', 'x'.repeat(40)])
  expect([own.length, own.at(-1)]).toEqual([12, '11 more'])
  expect(await read({ generator: 'Blender', extras })).toEqual([])
  expect(await read({ generator: 'parley', extras: { notShown: 'pipe' } })).toEqual([])
})
