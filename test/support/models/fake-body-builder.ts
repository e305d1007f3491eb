import type {
  BuiltModel,
  ModelBuilder,
  ModelDescription,
} from '../../../src/domain/generation/model-builder.js'
import { glb, scene } from './glb-files.js'

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
export const CLIPS = ['idle', 'walk', 'wave', 'talk']

/** Files that say in their scene what they were built from: nobody looks at them. */
export function fakeBody({ appearance, palette, rigged }: ModelDescription): BuiltModel {
  const animations = rigged ? CLIPS : []
  const file = (part: string) => {
    const moving = rigged && part === 'model'
    const extras = { part, appearance, palette, rigged }
    const more = moving ? { skins: [{}], animations: animations.map((name) => ({ name })) } : {}
    return glb({ chunks: [scene(JSON.stringify({ asset: { version: '2.0', extras }, ...more }))] })
  }
  const thumbnail = Buffer.concat([PNG_HEAD, Buffer.from(`${appearance} ${rigged}`)])
  return { preview: file('preview'), model: file('model'), thumbnail, animations }
}

/** Builds at once, and counts. */
export function createFakeBodyBuilder(): ModelBuilder & { readonly wishes: readonly ModelDescription[] } {
  const wishes: ModelDescription[] = []
  return {
    wishes,
    build: async (wish) => {
      wishes.push(wish)
      return fakeBody(wish)
    },
  }
}
