import { expect, test } from 'vitest'
import { createChildren } from '../../../src/cli/voice/children.js'

const SLEEPER = { name: 'sleep', file: '/bin/sleep', args: () => ['60'] }

test('what is started after the others were stopped ends at once, too', async () => {
  const children = createChildren()
  const first = children.start(SLEEPER, 16_000, 'gives')
  children.stop()
  const second = children.start(SLEEPER, 16_000, 'gives')
  expect(await first.over).toMatch(/ended/)
  expect(await second.over).toMatch(/ended/)
})
