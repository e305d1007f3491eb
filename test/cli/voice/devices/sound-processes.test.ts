import { expect, test } from 'vitest'
import { createSoundProcesses } from '../../../../src/cli/voice/devices/sound-processes.js'

const SLEEPER = { name: 'sleep', file: '/bin/sleep', args: () => ['60'] }

test('what is started after the others were stopped ends at once, too', async () => {
  const children = createSoundProcesses()
  const first = children.start(SLEEPER, 16_000, 'stdout')
  children.stop()
  const second = children.start(SLEEPER, 16_000, 'stdout')
  expect(await first.exited).toMatch(/ended/)
  expect(await second.exited).toMatch(/ended/)
})
