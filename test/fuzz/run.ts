import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keepOwnState } from '../bench/own-state.js'
import { openCli } from './cli.js'
import { openFiles } from './files.js'
import { fuzz } from './fuzz.js'
import { readKept } from './kept.js'
import { openRest } from './rest.js'
import { openSocket } from './socket.js'
import { type OpenTarget, TARGET_NAMES, type TargetName } from './target.js'

// npm run fuzz -- [--seconds N] [--seed N] [--target rest|socket|files|cli|all] [--failures FOLDER]: tries inputs that
// nobody sends by accident, and what earlier runs have found. The seconds are shared by the targets.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    target: { type: 'string', default: 'all' },
    failures: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY))
  throw new RangeError('--seconds is a number above 0')
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed)
if (!Number.isSafeInteger(seed)) throw new RangeError('--seed is a whole number')
const chosen = TARGET_NAMES.filter((name) => values.target === 'all' || values.target === name)
if (chosen.length === 0) throw new RangeError(`--target is one of ${TARGET_NAMES.join(', ')}, all`)

const OPEN: Readonly<Record<TargetName, OpenTarget>> = {
  rest: openRest,
  socket: openSocket,
  files: openFiles,
  cli: openCli,
}

keepOwnState()
const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
const failuresFolder = values.failures ?? (await mkdtemp(join(tmpdir(), 'parley-fuzz-failures-')))
const kept = await readKept()
console.log(`seed ${seed}; failing inputs go to ${failuresFolder}`)
let failures = 0
try {
  for (const name of chosen) {
    const target = await OPEN[name](join(folder, name))
    const result = await fuzz(target, {
      seed,
      seconds: seconds / chosen.length,
      kept: kept.filter((input) => input.target === name),
    })
    console.log(`== ${name}: ${result.count} inputs in ${result.seconds.toFixed(0)} s`)
    console.log(result.worst.join('\n'))
    for (const { input, problems } of result.failures) {
      failures += 1
      const file = join(failuresFolder, `${name}-${failures}.json`)
      await writeFile(file, `${JSON.stringify(input, null, 2)}\n`)
      console.log(
        `failed: ${JSON.stringify(input.what.slice(0, 80))}: ${problems.join('; ')}\n        ${file}`,
      )
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (failures === 0 && values.failures === undefined) await rm(failuresFolder, { recursive: true })
console.log(`${failures} inputs failed; again: npm run fuzz -- --seconds ${seconds} --seed ${seed}`)
// Whatever a failed input still holds open must not hold up the end.
process.exit(failures === 0 ? 0 : 1)
