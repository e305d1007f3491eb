import { expect, test } from 'vitest'
import { createLiveShares } from '../../../src/domain/shares/live-shares.js'

test('a share has at most as many live sessions as its cap, and a released slot can be acquired again', () => {
  const live = createLiveShares()
  const first = live.acquire('s1', 2)
  expect(live.acquire('s1', 2)).toBeDefined()
  expect(live.acquire('s1', 2)).toBeUndefined()
  expect(live.acquire('s2', 2)).toBeDefined()
  first?.release()
  first?.release()
  expect(live.acquire('s1', 2)).toBeDefined()
  expect(live.acquire('s1', 2)).toBeUndefined()
})

test('ending a share ends each of its sessions once, also one that is still being set up', () => {
  const live = createLiveShares()
  const ended: string[] = []
  live.acquire('s1', 5)?.onEnd(() => ended.push('open'))
  const starting = live.acquire('s1', 5)
  live.acquire('s2', 5)?.onEnd(() => ended.push('other'))

  expect(live.endSessions(['s1', 'nowhere'])).toBe(2)
  expect(ended).toEqual(['open'])
  starting?.onEnd(() => ended.push('starting'))
  expect(ended).toEqual(['open', 'starting'])
  expect(live.endSessions(['s1'])).toBe(0)
})
