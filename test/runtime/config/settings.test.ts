import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../src/runtime/config/settings.js'
import { scratchFolder } from '../../support/commands/cli.js'

test('private hosts are closed unless they are named', async () => {
  expect((await readSettings({})).privateHosts).toEqual([])
  const { privateHosts } = await readSettings({ allowPrivateHosts: ['Files.internal', '127.0.0.1:9000'] })
  expect(privateHosts).toEqual([
    { host: 'files.internal', port: null },
    { host: '127.0.0.1', port: 9000 },
  ])
})

test.each(['', '*', '10.0.0.0/8', 'http://files.internal', 'files.internal:0'])(
  'a server does not start with the private host "%s"',
  async (host) => {
    await expect(readSettings({ allowPrivateHosts: [host] })).rejects.toMatchObject({
      name: 'StartError',
      message: `--allow-private-host ${host} is not a host.`,
    })
  },
)

test('the database of the records comes from the flag or the file, and is shown without its password', async () => {
  const shownStore = async (options: Parameters<typeof readSettings>[0]) => {
    const { store, described } = await readSettings(options)
    const setting = described.find(({ key }) => key === 'store')
    return [store, setting?.value, setting?.source]
  }
  const address = 'postgres://ada:secret@db.test/parley'
  expect(await shownStore({})).toEqual([undefined, 'files', 'default'])
  expect(await shownStore({ store: address })).toEqual([address, 'postgres://ada@db.test/parley', '--store'])
  expect(await shownStore({ store: address, origins: { store: 'PARLEY_STORE' } })).toEqual([
    address,
    'postgres://ada@db.test/parley',
    'PARLEY_STORE',
  ])
  const configFile = join(scratchFolder(), 'parley.yaml')
  await writeFile(configFile, 'store: postgres://ada:secret@db.test/other\n')
  expect(await shownStore({ configFile })).toEqual([
    'postgres://ada:secret@db.test/other',
    'postgres://ada@db.test/other',
    configFile,
  ])
  expect((await shownStore({ configFile, store: address }))[0]).toBe(address)
  // The file may be meant for other servers.
  expect((await shownStore({ configFile, ephemeral: true })).slice(0, 2)).toEqual([undefined, 'files'])
})

test('an address that is none of PostgreSQL, or beside --ephemeral, is refused without being repeated', async () => {
  for (const [options, message] of [
    [{ store: 'mysql://ada:secret@db.test/parley' }, '--store is not the address of a PostgreSQL database.'],
    [
      { store: 'postgres://ada:secret@db.test/parley', ephemeral: true, origins: { store: 'PARLEY_STORE' } },
      'PARLEY_STORE and --ephemeral exclude each other.',
    ],
  ] as const) {
    await expect(readSettings(options)).rejects.toMatchObject({ name: 'StartError', message })
  }
})

test('a server stands by where a flag or the file says so, and only with a database', async () => {
  const store = 'postgres://db.test/parley'
  const standby = async (options: Parameters<typeof readSettings>[0]) => {
    const { standby, described } = await readSettings(options)
    const setting = described.find(({ key }) => key === 'standby')
    return [standby, setting?.value, setting?.source]
  }
  expect(await standby({})).toEqual([false, 'no', 'default'])
  expect(await standby({ store, standby: true })).toEqual([true, 'yes', '--standby'])
  const configFile = join(scratchFolder(), 'parley.yaml')
  await writeFile(configFile, `store: ${store}\nstandby: true\n`)
  expect(await standby({ configFile })).toEqual([true, 'yes', configFile])
  expect((await standby({ configFile, ephemeral: true })).slice(0, 2)).toEqual([false, 'no'])
  for (const [options, name] of [
    [{ standby: true }, '--standby'],
    [{ standby: true, origins: { standby: 'PARLEY_STANDBY' } }, 'PARLEY_STANDBY'],
    [{ standby: true, ephemeral: true }, '--standby'],
  ] as const) {
    await expect(readSettings(options)).rejects.toMatchObject({
      name: 'StartError',
      message: `${name} needs records in PostgreSQL, which servers can hand over to each other.`,
    })
  }
})

test('several servers take turns where a flag or the file says so, and nothing contradicts it', async () => {
  const store = 'postgres://db.test/parley'
  const members = async (options: Parameters<typeof readSettings>[0]) => {
    const { members, described } = await readSettings(options)
    const setting = described.find(({ key }) => key === 'members')
    return [members, setting?.value, setting?.source]
  }
  expect(await members({})).toEqual([false, 'no', 'default'])
  expect(await members({ store, members: true })).toEqual([true, 'yes', '--members'])
  const configFile = join(scratchFolder(), 'parley.yaml')
  await writeFile(configFile, `store: ${store}\nmembers: true\n`)
  expect(await members({ configFile })).toEqual([true, 'yes', configFile])
  expect((await members({ configFile, ephemeral: true })).slice(0, 2)).toEqual([false, 'no'])
  const refusal = (options: Parameters<typeof readSettings>[0]) =>
    readSettings(options).then(
      () => undefined,
      ({ message }: Error) => message,
    )
  expect(await refusal({ members: true, origins: { members: 'PARLEY_MEMBERS' } })).toBe(
    'PARLEY_MEMBERS needs records in PostgreSQL, which servers can take turns to write.',
  )
  expect(await refusal({ configFile, standby: true })).toBe(
    'members of the configuration file and --standby exclude each other: all members serve at the same time, and none waits.',
  )
  expect(await refusal({ store, members: true, seed: 'x' })).toMatch(
    '--members and --seed exclude each other',
  )
  expect(await refusal({ store, members: true, clock: '2030-01-02T03:04:05Z' })).toMatch('--clock exclude')
})

test('workers are members, from 1 to 16', async () => {
  const store = 'postgres://db.test/parley'
  for (const workers of [1, 16]) {
    const settings = await readSettings({ store, workers })
    expect(settings).toMatchObject({ workers, members: true })
    expect(settings.described).toEqual(
      expect.arrayContaining([
        { key: 'workers', value: String(workers), source: '--workers' },
        { key: 'members', value: 'yes, its workers', source: 'default' },
      ]),
    )
  }
  expect(await readSettings({ store })).toMatchObject({ workers: undefined, members: false })
  const refused: [Parameters<typeof readSettings>[0], string][] = [
    [{ store, workers: 0 }, '--workers is 0, and not a number from 1 to 16.'],
    [{ store, workers: 17 }, '--workers is 17, and not'],
    [{ store, workers: 1.5 }, '--workers is 1.5, and not'],
    [{ workers: 2, origins: { workers: 'PARLEY_WORKERS' } }, 'PARLEY_WORKERS needs records in PostgreSQL'],
    [{ workers: 2, ephemeral: true }, '--workers needs records in PostgreSQL'],
    [{ store, workers: 2, seed: 'x' }, '--workers and --seed exclude each other'],
    [{ store, workers: 2, standby: true }, '--workers and --standby exclude each other'],
    [{ store, workers: 2, clock: '2030-01-02T03:04:05Z' }, '--workers and --clock exclude each other'],
  ]
  for (const [options, message] of refused) await expect(readSettings(options)).rejects.toThrow(message)
})

test('the file says how many workers there are, unless a flag does', async () => {
  const store = 'postgres://db.test/parley'
  const configFile = join(scratchFolder(), 'parley.yaml')
  await writeFile(configFile, `store: ${store}\nworkers: 3\n`)
  const workers = async (options: Parameters<typeof readSettings>[0]) => {
    const { workers, members, described } = await readSettings({ configFile, ...options })
    const setting = described.find(({ key }) => key === 'workers')
    return [workers, members, setting?.value, setting?.source]
  }
  expect(await workers({})).toEqual([3, true, '3', configFile])
  expect(await workers({ workers: 2 })).toEqual([2, true, '2', '--workers'])
  // A file may be there for other servers.
  expect((await workers({ ephemeral: true })).slice(0, 3)).toEqual([undefined, false, 'none'])
  await expect(readSettings({ configFile, seed: 'x' })).rejects.toThrow(
    'workers of the configuration file and --seed exclude each other',
  )
  await writeFile(configFile, 'workers: 3\n')
  await expect(readSettings({ configFile })).rejects.toThrow(
    'workers of the configuration file needs records in PostgreSQL',
  )
})
