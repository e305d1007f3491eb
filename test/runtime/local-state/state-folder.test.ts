import { expect, test } from 'vitest'
import { stateFolder } from '../../../src/runtime/local-state/state-folder.js'

const home = '/home/ada'

test.each([
  ['linux', {}, '/home/ada/.local/state/parley'],
  ['darwin', {}, '/home/ada/.local/state/parley'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/parley'],
  ['linux', { XDG_STATE_HOME: '' }, '/home/ada/.local/state/parley'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/parley/state'],
  ['win32', {}, '/home/ada/AppData/Local/parley/state'],
] as const)('on %s with %j the state is in %s', (platform, env, folder) => {
  expect(stateFolder({ env, platform, home })).toBe(folder)
})

test('a relative XDG_STATE_HOME is ignored: it would be a folder of whatever is checked out here', () => {
  const env = { XDG_STATE_HOME: '.state' }
  expect(stateFolder({ env, platform: 'linux', home })).toBe('/home/ada/.local/state/parley')
})

test('the tests have a state folder of their own', () => {
  expect(stateFolder()).toMatch(/parley-tests-.*parley-state-/)
})
