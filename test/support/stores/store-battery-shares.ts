import { expect, test } from 'vitest'
import { insertShare } from '../../../src/domain/shares/create.js'
import type {
  SessionTokenRecord,
  ShareRecipientRecord,
  ShareRecord,
} from '../../../src/domain/shares/record.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { Store } from '../../../src/store/store.js'
import { aCharacter, aShare, at } from './store-records.js'

const aToken = (given: Partial<SessionTokenRecord> = {}): SessionTokenRecord => ({
  id: 'hash-1',
  shareId: 'share-1',
  playerId: 'guest-1',
  speaker: null,
  expiresAt: at(3600),
  ...given,
})
const NO_CAP = Number.POSITIVE_INFINITY
const insert = (store: Store, share: ShareRecord, cap: number) =>
  insertShare(store, share, cap).then(
    () => true,
    (error: { kind?: string }) => (error.kind === 'quota' ? false : Promise.reject(error)),
  )
const redeem = (
  { transact }: Store,
  token: SessionTokenRecord,
  { recipient, most = NO_CAP }: { readonly recipient?: ShareRecipientRecord; readonly most?: number } = {},
) =>
  transact({ share: { kind: 'shares', id: token.shareId } }, ({ share }) => {
    if (share === undefined || share.open_count >= most) return { writes: [], result: undefined }
    const opened = { ...share, open_count: share.open_count + 1 }
    const added = recipient === undefined ? [] : [{ kind: 'shareRecipients' as const, put: recipient }]
    return {
      writes: [{ kind: 'shares', put: opened }, { kind: 'sessionTokens', put: token }, ...added],
      result: opened,
    }
  })
const permanent = (n: number) => aShare({ id: `share-${n}`, expiresAt: null, createdAt: at(n) })

export function describeShares(make: () => Promise<Store>): void {
  test('of permanent shares an owner gets as many as there may be, however many ask at once', async () => {
    const store = await make()
    const { shares } = store
    const stored = await Promise.all([1, 2, 3, 4, 5].map((n) => insert(store, permanent(n), 3)))
    expect(stored).toEqual([true, true, true, false, false])
    expect(await shares.find('share-4')).toBeUndefined()
    expect(await insert(store, { ...permanent(6), owner_user_id: 'account-2' }, 3)).toBe(true)
    expect(await insert(store, aShare({ id: 'expiring' }), 3)).toBe(true)

    await shares.revoke(['share-2'], at(9))
    expect(await insert(store, permanent(7), 3)).toBe(true)
    expect(await insert(store, permanent(8), 3)).toBe(false)
  })

  test('shares are listed by character and by key, newest first, the revoked ones not', async () => {
    const store = await make()
    const { shares } = store
    for (const n of [1, 2, 3]) await insert(store, permanent(n), NO_CAP)
    await insert(store, aShare({ id: 'elsewhere', characterId: 'character-2' }), NO_CAP)
    await insert(store, aShare({ id: 'by-hand', created_via_api_key_id: null, createdAt: at(9) }), NO_CAP)
    await shares.revoke(['share-2'], at(9))

    const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id)
    expect(idsOf(await shares.list('character-1'))).toEqual(['by-hand', 'share-3', 'share-1'])
    expect(idsOf(await shares.listOfKey('account-1', 'key-1')).sort()).toEqual([
      'elsewhere',
      'share-1',
      'share-3',
    ])
    expect(await shares.listOfKey('account-2', 'key-1')).toEqual([])
  })

  test('a share is redeemed with its token or not at all, and each change sees the one before', async () => {
    const store = await make()
    const { shares } = store
    await insert(store, aShare(), NO_CAP)
    const redemptions = [1, 2, 3, 4].map((n) => redeem(store, aToken({ id: `hash-${n}` }), { most: 2 }))
    expect((await Promise.all(redemptions)).map((share) => share?.open_count)).toEqual([
      1,
      2,
      undefined,
      undefined,
    ])
    expect(await shares.findToken('hash-2')).toEqual(aToken({ id: 'hash-2' }))
    expect(await shares.findToken('hash-3')).toBeUndefined()
    expect(await redeem(store, aToken({ shareId: 'nowhere' }))).toBeUndefined()
    expect(await shares.findToken('hash-1')).toBeDefined()
  })

  test('a recipient is known to every redemption after the first, until the share is revoked or its character goes', async () => {
    const store = await make()
    const { characters, shares } = store
    await characters.insert(aCharacter())
    const recipientOf = (shareId: string) => ({ id: `of-${shareId}`, shareId, playerId: `guest-${shareId}` })
    for (const id of ['share-1', 'share-2']) {
      await insert(store, aShare({ id }), NO_CAP)
      await redeem(store, aToken({ id: `hash-${id}`, shareId: id }), { recipient: recipientOf(id) })
    }
    expect(await shares.findRecipient('of-share-1')).toEqual(recipientOf('share-1'))
    expect(await shares.findRecipient('of-nobody')).toBeUndefined()
    expect(await shares.findRecipient('of-share-2')).toEqual(recipientOf('share-2'))

    await shares.revoke(['share-1'], at(5))
    expect(await shares.findRecipient('of-share-1')).toBeUndefined()
    expect(await shares.findRecipient('of-share-2')).toBeDefined()
    await characters.remove('character-1')
    expect(await shares.findRecipient('of-share-2')).toBeUndefined()
  })

  test('a change that is none changes nothing', async () => {
    const store = await make()
    const { shares } = store
    await insert(store, aShare(), NO_CAP)
    expect(await updateRecord(store, { kind: 'shares', id: 'share-1' }, () => undefined)).toBeUndefined()
    expect(await updateRecord(store, { kind: 'shares', id: 'nowhere' }, (share) => share)).toBeUndefined()
    const after = aShare({ interaction_count: 1 })
    expect(await updateRecord(store, { kind: 'shares', id: 'share-1' }, () => after)).toEqual(after)
    expect(await shares.find('share-1')).toEqual(after)
  })

  test('revoking deletes the tokens of those shares, and of no others', async () => {
    const store = await make()
    const { shares } = store
    await insert(store, aShare(), NO_CAP)
    await insert(store, aShare({ id: 'share-2' }), NO_CAP)
    const tokens = ['share-1', 'share-1', 'share-2'].map((shareId, n) => aToken({ id: `hash-${n}`, shareId }))
    for (const token of tokens) await redeem(store, token)

    expect(await shares.revoke(['share-1', 'nowhere'], at(5))).toBe(2)
    expect(await shares.find('share-1')).toMatchObject({ revoked_at: at(5) })
    const left = await Promise.all(tokens.map(({ id }) => shares.findToken(id)))
    expect(left.map((token) => token?.shareId)).toEqual([undefined, undefined, 'share-2'])
    expect(await shares.revoke([], at(5))).toBe(0)
  })

  test('tokens go when they have expired, shares and tokens with their character', async () => {
    const store = await make()
    const { characters, shares } = store
    await characters.insert(aCharacter())
    await insert(store, aShare(), NO_CAP)
    for (const [id, expiresAt] of [
      ['old', at(10)],
      ['new', at(11)],
    ] as const) {
      await redeem(store, aToken({ id, expiresAt }))
    }
    await shares.removeExpired(at(10))
    expect([await shares.findToken('old'), await shares.findToken('new')]).toEqual([
      undefined,
      aToken({ id: 'new', expiresAt: at(11) }),
    ])

    await characters.remove('character-1')
    expect([await shares.find('share-1'), await shares.findToken('new')]).toEqual([undefined, undefined])
  })
}
