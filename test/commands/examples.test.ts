import { readFileSync } from 'node:fs'
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { toPcm16 } from '../../src/audio/pcm.js'
import { writeWav } from '../../src/audio/wav.js'
import { bin, cleanEnv, parley, scratchFolder } from '../support/commands/cli.js'
import { onePixel } from '../support/http/forms.js'
import { glb } from '../support/models/glb-files.js'
import { documentFixture } from '../support/pdf/fixture.js'
import { isFull, sampled } from '../support/rounds.js'
import { runConcurrently } from '../support/run-concurrently.js'
import { startLibrary } from '../support/servers/knowledge-server.js'
import { speakAsStub } from '../support/speech/stub-speech.js'

type Listed = { readonly command: string; readonly examples: readonly string[] }
const listed: readonly Listed[] = JSON.parse(
  readFileSync(new URL('../../fixtures/commands.json', import.meta.url), 'utf8'),
)
const examples = (isServe: boolean) =>
  listed.filter(({ command }) => (command === 'serve') === isServe).flatMap(({ examples }) => examples)

const livesIn = (value: string) => ({
  content: `Lives in ${value}`,
  memoryType: 'fact',
  slot: { attribute: 'home', value },
})
const MOVED = {
  characters: [
    {
      key: 'maren',
      text_only: false,
      persona: { name: 'Maren' },
      memories: [{ player_id: 'ada', memories: [livesIn('Lyon'), livesIn('Nice')] }],
    },
  ],
}

const RUSH = `character: Maren
load: { players: 1 }
duration: 100ms
steps: [{ text: Hello }]
`

const ARTILLERY = `config: { phases: [{ duration: 60, arrivalRate: 5 }] }
scenarios: [{ flow: [{ get: { url: /api/health } }] }]
`

/** A folder where `parley` is on the path and a server runs, with the file of the examples. */
async function folderOfExamples() {
  const cwd = scratchFolder()
  await symlink(bin, join(cwd, 'parley'))
  await writeFile(join(cwd, 'mira.yaml'), 'persona: { name: Mira of the file }\n')
  await writeFile(join(cwd, 'mira.png'), onePixel())
  await writeFile(join(cwd, 'mira.glb'), glb())
  await writeFile(join(cwd, 'cast.yaml'), '- customId: ada\n  persona: { name: Ada of the cast }\n')
  await writeFile(join(cwd, 'rush.yaml'), RUSH)
  await writeFile(join(cwd, 'artillery.yml'), ARTILLERY)
  await writeFile(join(cwd, 'question.wav'), writeWav(16_000, toPcm16(speakAsStub('Where do you live?'))))
  await writeFile(join(cwd, 'moved.yaml'), stringify(MOVED))
  await writeFile(join(cwd, 'config.yaml'), 'model3d: { advance: at-once }\n')
  for (const name of ['handbook', 'map']) await writeFile(join(cwd, `${name}.pdf`), documentFixture('letter'))
  const server = execa(process.execPath, [bin, 'serve', '--port', '0', '--pace', 'instant'], {
    cwd,
    env: cleanEnv({
      PARLEY_ALLOW_PRIVATE_HOST: '127.0.0.1',
      PARLEY_LIMITS: 'off',
      PARLEY_WORLD: 'moved.yaml',
      PARLEY_CONFIG: 'config.yaml',
    }),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await server
  })
  expect(
    (await parley(['wait', '--timeout', '90', '--ready-file', '.parley/server.json'], { cwd })).exitCode,
  ).toBe(0)
  const { stdout } = await parley(['keys', 'create', 'for the example', '--json'], { cwd })
  const keyId: string = JSON.parse(stdout).id
  return { cwd, fill: async (example: string) => (await filled(cwd, example)).replace('KEY_ID', keyId) }
}

/** Puts the id of a batch, a memory or a document in place of its name: a new one, in the state that the command needs. */
async function filled(cwd: string, example: string): Promise<string> {
  if (example.includes('BATCH_ID')) return example.replace('BATCH_ID', await makeBatch(cwd, example))
  if (example.includes('MEMORY_ID')) return example.replace('MEMORY_ID', await makeMemory(cwd, example))
  if (example.includes('SHARE_ID')) return example.replace('SHARE_ID', await makeShare(cwd))
  if (example.includes('ENCOUNTER_ID')) return example.replace('ENCOUNTER_ID', await makeEncounter(cwd))
  // The programs may be there without a device.
  if (example.includes(' voice check') && !example.includes('--no-play')) return `${example} --no-play`
  if (example.includes(' model generate ')) await describeMira(cwd)
  if (example.includes(' store ')) return betweenFolders(cwd, example)
  if (example.includes(' loadtest merge ')) await playParts(cwd)
  if (/ model view .* --(?:say|ask) /.test(example))
    await parley(['characters', 'update', 'Mira', '--no-text-only'], { cwd })
  if (example.includes(' players '))
    await parley(['chat', 'Mira', '--player-id', 'ada', '--message', 'Hello'], { cwd })
  if (example.includes(' turns show')) await parley(['chat', 'Mira', '--message', 'Hello'], { cwd })
  if (!example.includes('DOCUMENT_ID')) return example
  const { stdout } = await parley(['documents', 'add', 'Mira', 'map.pdf', ...SOON, '--json'], { cwd })
  return example.replace('DOCUMENT_ID', JSON.parse(stdout).documents[0].id)
}

/** Folders that nobody serves: one takes the place of the database, which may not be on this machine. */
async function betweenFolders(cwd: string, example: string): Promise<string> {
  for (const name of ['kept', 'database'])
    await cp(join(cwd, '.parley/store'), join(cwd, name, 'store'), { recursive: true })
  const folders = example.replace(' .parley ', ' kept ').replace(/postgres:\S+/, 'database')
  if (folders.endsWith(' copy kept database')) await rm(join(cwd, 'database'), { recursive: true })
  return folders
}

/** What two machines have written that played a part each. */
async function playParts(cwd: string): Promise<void> {
  const { stdout } = await parley(['loadtest', 'rush.yaml', '--json'], { cwd })
  for (const index of [1, 2]) {
    const part = { index, of: 2, thresholds: [], counts: [], firstTexts: [] }
    await writeFile(join(cwd, `part-${index}.json`), JSON.stringify({ ...JSON.parse(stdout), part }))
  }
}

/** Asks at once whether it is over, where the service says every five seconds. */
const SOON = ['--wait', '--poll-interval', '50ms']

async function describeMira(cwd: string): Promise<void> {
  await parley(['characters', 'update', 'Mira', '--appearance', 'A woman in a green coat'], { cwd })
}

async function makeEncounter(cwd: string): Promise<string> {
  const words = ['encounter', 'start', 'Mira', 'Maren', '--prompt', 'They meet', '--json']
  return JSON.parse((await parley(words, { cwd })).stdout).encounterId
}

async function makeShare(cwd: string): Promise<string> {
  const { stdout } = await parley(['share', 'create', 'Mira', '--json'], { cwd })
  return JSON.parse(stdout).token
}

/** One that another took the place of for `undo`. */
async function makeMemory(cwd: string, example: string): Promise<string> {
  if (/ undo /.test(example)) {
    const words = ['memories', 'list', 'Maren', 'ada', '--status', 'superseded', '--json']
    return JSON.parse((await parley(words, { cwd })).stdout).memories[0].id
  }
  const { stdout } = await parley(['memories', 'add', 'Mira', 'ada', 'Lives in Lyon', '--json'], { cwd })
  return JSON.parse(stdout).id
}

/** One that runs for `cancel`; one that failed, and will not again, for `retry`; else one that is over. */
async function makeBatch(cwd: string, example: string): Promise<string> {
  const { urlOf, release } = await startLibrary()
  onTestFinished(release)
  const name = / cancel /.test(example) ? 'held-1.pdf' : 'missing-once.pdf'
  const documents = / cancel | retry /.test(example) ? [{ url: urlOf(name) }] : []
  const wait = / retry /.test(example) ? SOON : []
  await writeFile(join(cwd, 'one.json'), JSON.stringify([{ customId: 'one', documents }]))
  const { stdout } = await parley(['batch', 'submit', 'one.json', ...wait, '--json'], { cwd })
  return JSON.parse(stdout).id
}

/** What somebody who logs in has at hand; everything else finds the server by its folder. */
async function accessIn(cwd: string) {
  const { baseUrl, apiKey } = JSON.parse(await readFile(join(cwd, '.parley/server.json'), 'utf8'))
  return { STUDIO_URL: baseUrl, STUDIO_KEY: apiKey }
}

const userIn = async (cwd: string) => ({
  PATH: `${cwd}:${process.env['PATH']}`,
  HOME: cwd,
  ...(await accessIn(cwd)),
})

const inShell = async (command: string, cwd: string) =>
  execa(command, {
    shell: true,
    cwd,
    env: cleanEnv(await userIn(cwd)),
    extendEnv: false,
    reject: false,
    input: '',
  })

/** Nothing in it that only a shell understands but quotes. */
const WORD = /'([^']*)'|"([^"$`\\]*)"|([^\s'"]+)/g
const QUOTED = /'[^']*'|"[^"$`\\]*"/g
const NEEDS_SHELL = /[|&;<>$`\\*?~(){}[\]]/
const needsShell = (example: string) => NEEDS_SHELL.test(example.replace(QUOTED, ''))

/** With full rounds a shell starts every one, as its user does; else those that need a shell. */
async function run(example: string, cwd: string) {
  if (isFull || needsShell(example)) return inShell(example, cwd)
  const [, ...args] = [...example.matchAll(WORD)].map(([, single, double, bare]) => single ?? double ?? bare)
  return parley(args.map(String), { cwd, env: await userIn(cwd) })
}

/** The examples of `create` make what the others speak of, until those of `delete`; only what is deleted is purged. */
const LAST = [/ (players|documents|memories) delete | profiles remove /, / delete /, / purge /, / reset\b/]
const FIRST = -2
const turn = (example: string) => {
  if (example.includes(' create ')) return FIRST
  // What was generated must not be uploaded over by then.
  if (/ model (download|status|view) /.test(example)) return -0.5
  return LAST.findIndex((pattern) => pattern.test(example))
}
/** Processes of their own, sound, and waiting: of these `npm test` takes a share, with all that makes what others need. */
const isCostly = (example: string) =>
  needsShell(example) || mostlyWaits(example) || / (exec|serve) /.test(example)
const MAKES = / (create|login) /
function tried(all: readonly string[]): readonly string[] {
  const isOptional = (example: string) => isCostly(example) && !MAKES.test(example)
  const chosen = new Set(sampled(all.filter(isOptional), 4))
  return all.filter((example) => !isOptional(example) || chosen.has(example))
}

/** Sound, and questions that are five seconds apart: they need no other example, and no processor. */
const mostlyWaits = (example: string) =>
  / say | --voice | voice check| (documents add|batch retry) .* --wait/.test(example)

/** The first word of a command: what its examples make, only those of the same subject need. */
const subjectOf = (example: string) => example.split(' ')[1] ?? ''

/** Two lists that need nothing of each other, about as long: those that make things are in both. */
function halves(ordered: readonly string[]): readonly (readonly string[])[] {
  const subjects = [...new Set(ordered.map(subjectOf))]
  return [0, 1].map((half) =>
    ordered.filter((example) => MAKES.test(example) || subjects.indexOf(subjectOf(example)) % 2 === half),
  )
}

test('the example of every command works as it stands', { tags: 'rounds', timeout: 900_000 }, async () => {
  const ordered = [...tried(examples(false))].sort((a, b) => turn(a) - turn(b))
  expect(ordered.length).toBeGreaterThan(12)
  await Promise.all(halves(ordered).map(allWork))
})

/** All work on one server, those that mostly wait at the same time. */
async function allWork(ordered: readonly string[]): Promise<void> {
  const { cwd, fill } = await folderOfExamples()
  const works = async (example: string) => {
    const { exitCode, stderr } = await run(await fill(example), cwd)
    expect({ example, exitCode, stderr }).toEqual({
      example,
      // What it compares here differs, which its exit code tells.
      exitCode: / characters diff /.test(example) ? 1 : 0,
      stderr: expect.not.stringContaining('Error'),
    })
  }
  for (const example of ordered.filter((one) => turn(one) === FIRST)) await works(example)
  await runConcurrently(ordered.filter(mostlyWaits).map((example) => [example, () => works(example)]))
  for (const example of ordered.filter((one) => turn(one) !== FIRST && !mostlyWaits(one)))
    await works(example)
}

test.each(tried(examples(true)))('%s starts a server that answers', { tags: 'rounds' }, async (example) => {
  const cwd = scratchFolder()
  await symlink(bin, join(cwd, 'parley'))
  const server = execa(`exec ${example}`, {
    shell: true,
    cwd,
    env: cleanEnv({
      PATH: `${cwd}:${process.env['PATH']}`,
      PARLEY_PORT: '0',
      PARLEY_READY_FILE: 'ready.json',
    }),
    extendEnv: false,
    reject: false,
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const { exitCode } = await parley(['wait', '--timeout', '90', '--ready-file', 'ready.json'], { cwd })
  expect(exitCode).toBe(0)
  server.kill('SIGTERM')
  expect((await server).exitCode).toBe(0)
})
