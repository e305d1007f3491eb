import { expect, test } from 'vitest'
import { createInputArea } from '../../../src/cli/line-editor/input-area.js'
import { QUERY_DEVICE_ATTRIBUTES } from '../../../src/cli/line-editor/keys.js'

/** A terminal of that size, and what was written to it since last asked. */
function given(columns: number, rows = 24) {
  let written = ''
  const stdout = {
    columns,
    rows,
    write: (text: unknown) => {
      written += text
      return true
    },
  }
  const settings = { stdout, prompts: { first: '> ', next: '. ' }, status: (width: number) => `[${width}]` }
  const take = () => {
    const text = written
    written = ''
    return text
  }
  return { stdout, block: createInputArea(settings), take }
}

test('a terminal that has no size is taken for one of 80 columns', () => {
  const { block, take } = given(0, 0)
  block.show({ text: 'a long line of the kind that wraps', cursor: 1 })
  expect(take()).toContain('> a long line of the kind that wraps\r\n[79]')
})

test('while nothing is typed, what is told is all that is written', () => {
  const { block, take } = given(80)
  block.tell('something')
  expect(take()).toBe('something\n')
  block.handleResize()
  expect(take()).toBe('')
})

test('after a resize it waits to hear what the terminal is, once; what is told meanwhile comes above the line', () => {
  const { block, stdout, take } = given(80)
  block.show({ text: 'abc', cursor: 3 })
  take()
  stdout.columns = 40
  block.handleResize()
  block.tell('something')
  block.show({ text: 'abc', cursor: 3 })
  expect(take()).toBe(QUERY_DEVICE_ATTRIBUTES)
  block.setDeviceAttributes([65, 7600, 1])
  expect(take()).toMatch(/something\n> abc\r\n\[39\]/)
  stdout.columns = 60
  block.handleResize()
  expect(take()).toMatch(/^\r[\s\S]*> abc\r\n\[59\]/)
})

test('a line that is sent before the terminal has answered is not lost', () => {
  const { block, stdout, take } = given(80)
  block.show({ text: 'abc', cursor: 3 })
  stdout.columns = 40
  block.handleResize()
  take()
  block.commitLine()
  expect(take()).toMatch(/> abc\r\n\[39\].*\n$/s)
  block.setDeviceAttributes([65, 7600, 1])
  expect(take()).toBe('')
})
