import { describe, expect, test } from 'vitest'
import type { Leases } from '../../src/domain/leases.js'

/** What every implementation of leases does. */
export function describeLeases(name: string, make: () => Leases | Promise<Leases>): void {
  describe(name, () => {
    test('a name has as many leases as slots, and a slot that was released can be acquired again', async () => {
      const leases = await make()
      const first = await leases.acquire('s1', 2)
      expect(await leases.acquire('s1', 2)).toBeDefined()
      expect(await leases.acquire('s1', 2)).toBeUndefined()
      expect(await leases.acquire('s2', 2)).toBeDefined()
      first?.release()
      first?.release()
      expect(first?.isHeld()).toBe(false)
      expect(await leases.acquire('s1', 2)).toBeDefined()
      expect(await leases.acquire('s1', 2)).toBeUndefined()
    })

    test('of twenty at once one gets the only slot', async () => {
      const leases = await make()
      const acquired = await Promise.all(Array.from({ length: 20 }, () => leases.acquire('s1')))
      expect(acquired.filter((lease) => lease !== undefined)).toHaveLength(1)
    })

    test('a revocation tells each holder once, also one that listens only then, and frees the slots', async () => {
      const leases = await make()
      const told: string[] = []
      const open = await leases.acquire('s1', 2)
      open?.onRevoked(() => told.push('open'))
      const starting = await leases.acquire('s1', 2)
      const other = await leases.acquire('s2')
      other?.onRevoked(() => told.push('other'))

      expect(await leases.revoke(['s1', 'nowhere'])).toBe(2)
      expect(told).toEqual(['open'])
      starting?.onRevoked(() => told.push('starting'))
      expect(told).toEqual(['open', 'starting'])
      expect([open?.isHeld(), starting?.isHeld(), other?.isHeld()]).toEqual([false, false, true])
      expect(await leases.revoke(['s1'])).toBe(0)

      const next = await leases.acquire('s1')
      open?.release()
      expect(next?.isHeld()).toBe(true)
      expect(await leases.acquire('s1')).toBeUndefined()
    })

    test('all can be revoked at once', async () => {
      const leases = await make()
      const held = [await leases.acquire('s1'), await leases.acquire('s2'), await leases.acquire('s3')]
      held[2]?.release()
      expect(await leases.revokeAll()).toBe(2)
      expect(held.map((lease) => lease?.isHeld())).toEqual([false, false, false])
      expect(await leases.revokeAll()).toBe(0)
      expect(await leases.acquire('s1')).toBeDefined()
    })

    test('a holder that is told may acquire the name anew', async () => {
      const leases = await make()
      const first = await leases.acquire('s1')
      const again = new Promise<boolean>((resolve) => {
        first?.onRevoked(() => void leases.acquire('s1').then((lease) => resolve(lease !== undefined)))
      })
      await leases.revoke(['s1'])
      expect(await again).toBe(true)
    })
  })
}
