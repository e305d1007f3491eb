import { mkdir, writeFile } from 'node:fs/promises'
import { findPackage } from '../../../src/runtime/package-root.js'
import { makeThreeSentences } from './make-three-sentences.js'

/** Writes `fixtures/voice`. */
const folder = new URL('fixtures/voice/', (await findPackage()).root)
await mkdir(folder, { recursive: true })
await writeFile(new URL('three-sentences.wav', folder), await makeThreeSentences())
