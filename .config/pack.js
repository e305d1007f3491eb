// Makes what only the tarball holds, before packing (`make`), and takes it away again afterwards (`clear`):
// the shrinkwrap, so that whoever installs gets the versions that were tested, and the oclif manifest, so that
// starting loads one command instead of all.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const MADE = ['npm-shrinkwrap.json', 'oclif.manifest.json']

if (process.argv[2] === 'clear') {
  for (const file of MADE) rmSync(file, { force: true })
} else {
  writeFileSync('npm-shrinkwrap.json', shrinkwrap(JSON.parse(readFileSync('package-lock.json', 'utf8'))))
  execFileSync(process.execPath, ['node_modules/oclif/bin/run.js', 'manifest'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Packing asks no registry for a newer oclif.
    env: { ...process.env, OCLIF_SKIP_NEW_VERSION_CHECK: 'true' },
  })
}

/** The lock file without what is only needed for development. */
function shrinkwrap(lock) {
  const packages = Object.entries(lock.packages).filter(([, entry]) => !entry.dev && !entry.devOptional)
  const { devDependencies: _, ...root } = lock.packages['']
  return `${JSON.stringify({ ...lock, packages: { ...Object.fromEntries(packages), '': root } }, null, 2)}\n`
}
