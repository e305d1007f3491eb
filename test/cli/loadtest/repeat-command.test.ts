import { expect, test } from 'vitest'
import { repeatCommand } from '../../../src/cli/loadtest/repeat-command.js'

const flag = (name: string, input: string) => ({ type: 'flag', flag: name, input }) as const

test('the command has all options that were given, in their order, and nothing secret', () => {
  const { words } = repeatCommand(
    [
      ...[flag('json', '--json'), { type: 'arg', input: 'rush.yaml' } as const],
      ...[flag('api-key', 'svc_1'), flag('id-token', 'e.y.J'), flag('local-secret', 's')],
      ...[flag('threshold', 'turn.first_text.p95<5'), flag('threshold', 'turn.lost.count<=0')],
      flag('base-url', 'http://user:password@127.0.0.1:4750/?key=svc_1'),
    ],
    {
      ...{ bin: 'parley', id: 'loadtest', scenario: 'rush.yaml' },
      isBoolean: (name) => name === 'json',
    },
  )
  expect(words).toEqual([
    ...['parley', 'loadtest', 'rush.yaml', '--json'],
    ...['--threshold', 'turn.first_text.p95<5', '--threshold', 'turn.lost.count<=0'],
    ...['--base-url', 'http://127.0.0.1:4750'],
  ])
})
