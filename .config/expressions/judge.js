import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const LIST = new URL('../linear-expressions.txt', import.meta.url)
const VERSION = `recheck ${require('recheck/package.json').version}`
const AT_ONCE = 2

/** Longer than any expression takes on a busy machine; one that takes longer counts as one that cannot be judged. */
const TIMEOUT_MS = 120_000

/**
 * Judges expressions: `linear` are the keys of those that are, `faults` say of the others what is wrong. Judging takes a
 * second or two each, so those that were found linear before stand in a list, and only new ones are judged.
 */
export async function judgeExpressions(expressions) {
  const known = knownLinear()
  const byKey = new Map(expressions.map((expression) => [keyOf(expression), expression]))
  const fresh = [...byKey].filter(([key]) => !known.has(key))
  const faults = new Map()
  await Promise.all(Array.from({ length: AT_ONCE }, () => judgeNext(fresh, faults)))
  return { linear: [...byKey.keys()].filter((key) => !faults.has(key)), faults, judged: byKey.size }
}

export const keyOf = ({ source, flags }) =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 24)

export const writeLinear = (keys) => writeFileSync(LIST, `${[VERSION, ...[...keys].sort()].join('\n')}\n`)

function knownLinear() {
  const [version, ...keys] = existsSync(LIST) ? readFileSync(LIST, 'utf8').trim().split('\n') : []
  return new Set(version === VERSION ? keys : [])
}

async function judgeNext(waiting, faults) {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [key, expression] = next
    const fault = await faultOf(expression)
    if (fault !== null) faults.set(key, fault)
  }
}

async function faultOf({ source, flags }) {
  const { check } = recheck()
  const { status, checker, complexity, error, attack } = await check(source, flags, { timeout: TIMEOUT_MS })
  if (status === 'safe') return null
  if (status === 'unknown') return `cannot be judged (${error.kind})`
  if (checker === 'fuzz' && !isSlow(new RegExp(source, flags), attack)) return null
  return `${complexity.summary}, attacked by ${attack.pattern.slice(0, 200)}`
}

/** What a superlinear expression takes long for, and a linear one does not. */
const ATTACK_CHARACTERS = 64_000
const SLOW_MS = 100

/**
 * Whether the engine itself takes long for the attack. Where there is look-around the checker guesses: it takes a `{0,60}`
 * for one without end, and counts steps that the engine never takes. The text grows little by little, for an exponential
 * expression would never come back from a long one.
 */
function isSlow(expression, { pumps, suffix }) {
  const attackOf = (times) => pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
  for (let times = 4; attackOf(times).length <= ATTACK_CHARACTERS; times = Math.ceil(times * 1.15)) {
    const text = attackOf(times)
    if (millisecondsFor(expression, text) > SLOW_MS && millisecondsFor(expression, text) > SLOW_MS)
      return true
  }
  return false
}

function millisecondsFor(expression, text) {
  const before = process.cpuUsage()
  text.replace(expression, '')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The compiled checker where there is one for this machine, else the same in JavaScript, ten times slower. Never Java. */
function recheck() {
  const native = { darwin: 'macos', linux: 'linux', win32: 'windows' }[process.platform]
  const isThere = canResolve(`recheck-${native}-${process.arch}/package.json`)
  process.env.RECHECK_BACKEND ??= isThere ? 'native' : 'pure'
  return require('recheck')
}

function canResolve(name) {
  try {
    return require.resolve(name, { paths: [require.resolve('recheck')] }) !== ''
  } catch {
    return false
  }
}
