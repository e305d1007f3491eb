import { describe, expect, test } from 'vitest'
import type { Presence } from '../../src/domain/presence.js'

/** What every presence promises, whoever shares it. */
export function describePresence(name: string, create: () => Presence): void {
  describe(name, () => {
    test('a character starts while its first session is set up, runs while one is open, and stops after the last', () => {
      const sessions = create()
      const first = sessions.enter('c1')
      expect([sessions.launchStatus('c1'), sessions.launchStatus('c2'), sessions.count()]).toEqual([
        'starting',
        'stopped',
        1,
      ])
      first.opened(async () => undefined)
      const second = sessions.enter('c1')
      expect([sessions.launchStatus('c1'), sessions.count()]).toEqual(['running', 2])
      first.leave()
      first.leave()
      expect([sessions.launchStatus('c1'), sessions.count()]).toEqual(['starting', 1])
      second.leave()
      first.leave()
      expect([sessions.launchStatus('c1'), sessions.count()]).toEqual(['stopped', 0])
    })

    test('closing all waits until every open session is over', async () => {
      const sessions = create()
      const over: string[] = []
      for (const id of ['c1', 'c1', 'c2']) {
        const place = sessions.enter(id)
        place.opened(async () => {
          await Promise.resolve()
          over.push(id)
          place.leave()
        })
      }
      sessions.enter('c3')
      await sessions.closeAll()
      expect(over).toEqual(['c1', 'c1', 'c2'])
      expect(sessions.count()).toBe(1)
    })

    test('a character who is left while a session is still open is told by the others alone', () => {
      const sessions = create()
      const [first, second] = [sessions.enter('c1'), sessions.enter('c1')]
      second.opened(async () => undefined)
      first.leave()
      expect([sessions.launchStatus('c1'), sessions.count()]).toEqual(['running', 1])
    })
  })
}
