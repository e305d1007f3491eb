import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestStore, temporaryFolder } from '../support/stores/store-folder.js'
import { anAccount } from '../support/stores/store-records.js'

const KINDS = [
  'accounts',
  'keys',
  'organizations',
  'characters',
  'conversations',
  'messages',
  'prompts',
  'memories',
  'memory-events',
  'memory-uses',
  'core-facts',
  'memory-vectors',
  'takes',
  'answers',
  'documents',
  'batches',
  'uploads',
  'shares',
  'session-tokens',
  'share-recipients',
  'encounters',
  'counters',
]
const accountCalled = (id: string) => anAccount({ id, email: `${id}@parley.local` })

test('a compacted store is snapshots that a person can read, and an empty journal', async () => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  await store.accounts.ensure(accountCalled('anna'))
  await store.accounts.ensure(accountCalled('bert'))
  await store.compactNow()

  const names = (await readdir(join(folder, 'store'))).sort()
  expect(names).toEqual([...KINDS.map((kind) => `${kind}.json`), 'journal-000000000004.ndjson'].sort())
  const text = await readFile(join(folder, 'store', 'accounts.json'), 'utf8')
  const header = `{"kind":"accounts","version":1,"kinds":${JSON.stringify(KINDS)},"seq":3,"records":[`
  expect(text.split('\n').slice(0, -2)).toEqual([
    header,
    `${JSON.stringify(accountCalled('anna'))},`,
    JSON.stringify(accountCalled('bert')),
  ])
  expect(JSON.parse(text)).toEqual({
    kind: 'accounts',
    version: 1,
    kinds: KINDS,
    seq: 3,
    records: [accountCalled('anna'), accountCalled('bert')],
    count: 2,
    crc: expect.stringMatching(/^[0-9a-f]{8}$/),
  })
  expect(await readFile(join(folder, 'store', 'journal-000000000004.ndjson'), 'utf8')).toBe('')
})

test.each([
  ['ASCII', 'x'],
  ['of other characters', 'é東😀'],
])('records that lie across the blocks of a snapshot, %s, come back as they were', async (_, letters) => {
  const folder = await temporaryFolder()
  const store = await openTestStore(folder)
  // Some are longer than a block, and no two as long as each other, so that blocks end anywhere.
  const accounts = [10, 400_000, 3, 700_001, 90_000, 2_300_000, 0, 12].map((length, at) =>
    anAccount({ id: `a${at}`, email: `${letters.repeat(length)}${at}@parley.local` }),
  )
  for (const account of accounts) await store.accounts.ensure(account)
  await store.compactNow()
  await store.close()

  const reopened = await openTestStore(folder)
  for (const account of accounts) expect(await reopened.accounts.findByEmail(account.email)).toEqual(account)
})
