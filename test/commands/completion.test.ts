import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa, execaSync } from 'execa'
import { describe, expect, test } from 'vitest'
import { parley, scratchFolder } from '../support/commands/cli.js'

/** How each shell is asked what it would offer after the words, the last of which is being typed. */
const ASK = {
  bash: (file: string, words: readonly string[]) =>
    `source ${file}; COMP_WORDS=(${quoted(words)}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _parley; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (file: string, words: readonly string[]) =>
    `compdef() { :; }; _files() { :; }
    _describe() { print -rl -- \${(M)\${reply%%:*}:#\${words[CURRENT]}*} }
    source ${file}; words=(${quoted(words)}); CURRENT=$#words; _parley`,
  fish: (file: string, words: readonly string[]) => `source ${file}; complete -C '${words.join(' ')}'`,
}
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')

const isThere = (shell: string) => !execaSync(shell, ['-c', 'true'], { reject: false }).failed

async function offers(shell: keyof typeof ASK, words: readonly string[]): Promise<string[]> {
  const cwd = scratchFolder()
  const { stdout } = await parley(['completion', shell])
  await writeFile(join(cwd, 'completion'), stdout)
  const asked = await execa(shell, ['-c', ASK[shell](join(cwd, 'completion'), words)], { input: '' })
  const offered = asked.stdout.split('\n').map((line) => line.split('\t')[0] ?? '')
  return offered.filter((word) => word !== '').sort()
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  if (!isThere(shell)) console.warn(`!! ${shell} is not on this machine: its completion is not tested`)
  test.skipIf(!isThere(shell)).each([
    ['the beginning of a topic', ['parley', 'memo'], ['memories']],
    ['commands of a topic', ['parley', 'characters', 'mod'], ['model-file']],
    ['a command after a flag', ['parley', '--json', 'characters', 'cr'], ['create']],
    [
      'flags of a command after its arguments',
      ['parley', 'characters', 'get', 'mira', '--no-'],
      ['--no-input'],
    ],
    ['nothing that is not there', ['parley', 'characters', 'xyz'], []],
  ])('completes %s', async (_, words, expected) => {
    expect(await offers(shell, words)).toEqual(expected)
  })
})

test('another shell is wrong usage', async () => {
  expect(await parley(['completion', 'tcsh'])).toMatchObject({ exitCode: 2, stdout: '' })
})

test('commands --json lists commands with flags and variables, and the exit codes', async () => {
  const { stdout, exitCode } = await parley(['commands', '--json'])
  const { commands, exitCodes } = JSON.parse(stdout)
  expect(exitCode).toBe(0)
  expect(commands.find(({ command }: { command: string }) => command === 'status')).toMatchObject({
    summary: 'Show which service responds, and the account and key used there.',
    flags: expect.arrayContaining([{ name: 'base-url', type: 'option', env: 'PARLEY_BASE_URL' }]),
  })
  expect(exitCodes).toContainEqual({ code: 7, means: 'no server reachable' })
})

test('the list of commands fits 80 columns', async () => {
  const { stdout } = await parley(['commands'])
  expect(stdout).toContain('characters create')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})
