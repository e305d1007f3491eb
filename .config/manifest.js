// Writes which commands the build has, so that starting one loads that one instead of all. The packed tarball has its
// own, made by `pack.js`; this one is for a checkout, and as old as its `dist`.
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Plugin } from '@oclif/core'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = `${root}.oclif.manifest.json`

rmSync(file, { force: true })
const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true })
await plugin.load()
writeFileSync(file, JSON.stringify(plugin.manifest))
