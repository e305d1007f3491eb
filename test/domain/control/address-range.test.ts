import { expect, test } from 'vitest'
import { isInRanges, parseAddressRange } from '../../../src/domain/control/address-range.js'

const isIn = (address: string, ...ranges: readonly string[]) =>
  isInRanges(
    address,
    ranges.flatMap((range) => parseAddressRange(range) ?? []),
  )

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.9.9.9', '127.0.0.0/8'],
  ['10.20.30.40', '0.0.0.0/0'],
  ['::1', '::1'],
  ['2001:db8::7', '2001:db8::/32'],
  ['::ffff:172.17.0.1', '172.16.0.0/12'],
  ['172.17.0.1', '::ffff:172.17.0.1'],
])('%s is in %s', (address, range) => {
  expect(isIn(address, range)).toBe(true)
})

test.each([
  ['127.0.0.2', '127.0.0.1'],
  ['128.0.0.1', '127.0.0.0/8'],
  ['2001:db9::7', '2001:db8::/32'],
  ['::1', '0.0.0.0/0'],
  ['127.0.0.1', '::/0'],
  ['', '0.0.0.0/0'],
  ['localhost', '0.0.0.0/0'],
])('%s is not in %s', (address, range) => {
  expect(isIn(address, range)).toBe(false)
})

test.each(['', 'localhost', '127.1', '2130706433', '127.0.0.1/33', '127.0.0.1/', '127.0.0.1/-1', '::1/129'])(
  '"%s" is neither an address nor a range',
  (text) => expect(parseAddressRange(text)).toBeUndefined(),
)

test.each(['127.0.0.1/8/8', '*', '127.0.0.1 /8', '/8'])('"%s" is neither, too', (text) => {
  expect(parseAddressRange(text)).toBeUndefined()
})
