import { LATIN, type Sample } from './latin.js'
import { SCRIPTS } from './scripts.js'

/** The corpus of documents as people have them. */
export const SAMPLES: Readonly<Record<string, Sample>> = { ...LATIN, ...SCRIPTS }
