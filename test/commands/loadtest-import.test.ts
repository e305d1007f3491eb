import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readScenario } from '../../src/cli/loadtest/read-scenario.js'
import { parley, scratchFolder } from '../support/commands/cli.js'

// `loadtest import` is a command of the topic `loadtest`.
const run = (cwd: string, ...args: string[]) => parley(['loadtest', 'import', ...args], { cwd })

async function folderWith(name: string, content: string): Promise<string> {
  const cwd = scratchFolder()
  await writeFile(join(cwd, name), content)
  return cwd
}

const SCRIPT = `config: { phases: [{ duration: 60, arrivalRate: 5 }] }
scenarios: [{ flow: [{ get: { url: /api/health } }, { "log\\nsteps: []": x }] }]
`

test('a script becomes a scenario that loadtest reads, with comments on what is missing', async () => {
  const cwd = await folderWith('artillery.yml', SCRIPT)
  const { stdout, stderr, exitCode } = await run(
    cwd,
    'artillery.yml',
    '--character',
    'maren',
    '--out',
    'rush.yaml',
  )
  expect([exitCode, stdout.trim()]).toEqual([0, 'rush.yaml is a scenario for parley loadtest.'])
  expect(stderr).toMatch(/^scenarios\[0\]\.flow\[1\]\.log.*: parley has no step like it$/m)
  const { file } = await readScenario(join(cwd, 'rush.yaml'), [])
  expect(file).toEqual({
    character: 'maren',
    load: { arrivalsPerSecond: 5, spacing: 'even' },
    duration: '1m',
    steps: [{ rest: 'GET /api/health' }],
  })
  const [first, second, third] = (await readFile(join(cwd, 'rush.yaml'), 'utf8')).split('\n')
  expect([first, second]).toEqual(['# From artillery.yml (Artillery).', '# Not taken over:'])
  expect(third).toMatch(/^# - scenarios\[0\]\.flow\[1\]\.log/)
  const { stdout: json } = await run(cwd, 'artillery.yml', '--character', 'maren', '--json')
  expect(JSON.parse(json)).toMatchObject({
    tool: 'Artillery',
    scenario: file,
    notTakenOver: [expect.any(String)],
  })
})

test.each([
  ['script.js', 'export const options = {}', 2, 'script.js is code, which is not run'],
  ['other.yaml', 'a: 1', 2, 'other.yaml is neither a script of Artillery nor the options of k6'],
  ['options.json', '{"vus":1,"duration":"1m"}', 4, 'The file does not say whom the players talk to'],
])('%s is refused', async (name, content, code, words) => {
  const { stderr, exitCode } = await run(await folderWith(name, content), name)
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(words)])
})
