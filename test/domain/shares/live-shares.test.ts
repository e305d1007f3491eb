import { expect, test } from 'vitest'
import { createLiveShares } from '../../../src/domain/shares/live-shares.js'

test('a share has as many live sessions as its cap, and who leaves makes room', () => {
  const live = createLiveShares()
  const first = live.enter('s1', 2)
  expect(live.enter('s1', 2)).toBeDefined()
  expect(live.enter('s1', 2)).toBeUndefined()
  expect(live.enter('s2', 2)).toBeDefined()
  first?.leave()
  first?.leave()
  expect(live.enter('s1', 2)).toBeDefined()
  expect(live.enter('s1', 2)).toBeUndefined()
})

test('ending a share ends each of its sessions once, also one that is still being set up', () => {
  const live = createLiveShares()
  const ended: string[] = []
  live.enter('s1', 5)?.opened(() => ended.push('open'))
  const starting = live.enter('s1', 5)
  live.enter('s2', 5)?.opened(() => ended.push('other'))

  expect(live.end(['s1', 'nowhere'])).toBe(2)
  expect(ended).toEqual(['open'])
  starting?.opened(() => ended.push('starting'))
  expect(ended).toEqual(['open', 'starting'])
  expect(live.end(['s1'])).toBe(0)
})
