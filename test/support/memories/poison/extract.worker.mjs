import { createRequire } from 'node:module'

createRequire(import.meta.url)('./poison.cjs')
await import('../../../../dist/src/adapters/extraction/extract.worker.js')
