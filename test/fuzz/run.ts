import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isolateRegistry } from '../bench/isolated-registry.js'
import { openCli } from './cli.js'
import { openFiles } from './files.js'
import { fuzz, type Result } from './fuzz.js'
import { readRegressionInputs } from './regression-inputs.js'
import { openRest } from './rest.js'
import { openSocket } from './socket.js'
import { type OpenTarget, TARGET_NAMES, type TargetName } from './target.js'
import { createWatchdog } from './watchdog.js'

// npm run fuzz -- [--seconds N] [--seed N] [--target rest|socket|files|cli|all] [--failures FOLDER]: tries inputs that
// nobody sends by accident, and what earlier runs have found. The seconds are shared by the targets. Whatever happens,
// the process ends no later than MARGIN_SECONDS after them, and says what hung.
const MARGIN_SECONDS = 600
/** Of each target, however busy the machine is. */
const NEW_INPUTS = 10
/** Longer than the limit that a stage has in the main thread, which reports more kindly. */
const STAGE_SECONDS = 90

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

isolateRegistry()
const folder = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
const failuresFolder = values.failures ?? (await mkdtemp(join(tmpdir(), 'parley-fuzz-failures-')))
await mkdir(failuresFolder, { recursive: true })
const watchdog = createWatchdog({
  stageMs: STAGE_SECONDS * 1000,
  totalMs: (seconds + MARGIN_SECONDS) * 1000,
  failureFile: join(failuresFolder, 'hung.json'),
  scratch: folder,
})
console.log(`seed ${seed}; failing inputs go to ${failuresFolder}`)
let failures = 0
let fault: unknown
try {
  const kept = await readRegressionInputs()
  for (const name of chosen) {
    const result = await fuzz(() => OPEN[name](join(folder, name)), {
      name,
      seed,
      seconds: seconds / chosen.length,
      atLeast: NEW_INPUTS,
      kept: kept.filter((input) => input.target === name),
      watchdog,
    })
    await report(name, result)
  }
} catch (error) {
  fault = error
}
await rm(folder, { recursive: true, force: true })
if (fault !== undefined) console.log('the fuzzer itself failed:', fault)
else if (failures === 0 && values.failures === undefined) await rm(failuresFolder, { recursive: true })
console.log(`${failures} inputs failed; again: npm run fuzz -- --seconds ${seconds} --seed ${seed}`)
// Whatever a failed input still holds open must not hold up the end.
process.exit(failures === 0 && fault === undefined ? 0 : 1)

async function report(name: TargetName, result: Result): Promise<void> {
  console.log(`== ${name}: ${result.count} inputs in ${result.seconds.toFixed(0)} s`)
  console.log(result.worst.join('\n'))
  for (const { input, problems } of result.failures) {
    failures += 1
    const file = join(failuresFolder, `${name}-${failures}.json`)
    await writeFile(file, `${JSON.stringify(input, null, 2)}\n`)
    console.log(`failed: ${JSON.stringify(input.what.slice(0, 80))}: ${problems.join('; ')}\n        ${file}`)
  }
}
