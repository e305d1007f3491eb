import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from '../../../src/runtime/process/package-root.js'
import { BAD_FILES } from './bad-files.js'
import { SAMPLES } from './samples.js'

/**
 * Writes `fixtures/documents`: the bad files, the corpus, and beside each file of the corpus its text as pdftotext
 * reads it. Without pdftotext the texts stay as they are.
 */
const folder = join((await findPackage()).root.pathname, 'fixtures/documents')
mkdirSync(join(folder, 'bad'), { recursive: true })
for (const [name, { make }] of Object.entries(BAD_FILES))
  writeFileSync(join(folder, 'bad', `${name}.pdf`), await make())
for (const [name, { make }] of Object.entries(SAMPLES)) {
  const file = join(folder, `${name}.pdf`)
  writeFileSync(file, await make())
  if (hasPdftotext()) execFileSync('pdftotext', ['-enc', 'UTF-8', '-nopgbrk', file])
}

function hasPdftotext(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
