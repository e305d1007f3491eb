// Builds what the tests run, unless it is built already from these very sources.
import { execSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { forgetBuild, inputsOf, isBuilt, noteBuild } from './build-state.js'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!isBuilt(root)) {
  const inputs = inputsOf(root)
  forgetBuild(root)
  execSync('npm run --silent build:code', { cwd: root, stdio: 'inherit' })
  noteBuild(root, inputs)
}
