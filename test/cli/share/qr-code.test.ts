import { createServer } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import {
  acceptsConnections,
  phoneUrl,
  qrCodeNote,
  reachNotes,
  renderQrCode,
} from '../../../src/cli/share/qr-code.js'

const ipv4 = (address: string, internal = false): NetworkInterfaceInfo => ({
  address,
  internal,
  family: 'IPv4',
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
})
const interfaces = {
  lo: [ipv4('127.0.0.1', true)],
  docker0: [ipv4('172.17.0.1')],
  auto: [ipv4('169.254.3.4')],
  eth0: [ipv4('10.1.2.3')],
  wlan0: [ipv4('192.168.1.5')],
}

test.each([
  ['http://127.0.0.1:4750/s/1', 'http://192.168.1.5:4750/s/1'],
  ['http://localhost:4750/s/1', 'http://192.168.1.5:4750/s/1'],
  ['http://0.0.0.0:4750/s/1', 'http://192.168.1.5:4750/s/1'],
  ['https://share.example/s/1', 'https://share.example/s/1'],
])('%s is opened by a phone as %s', async (link, expected) => {
  const asked: string[] = []
  const answers = async (host: string, port: number) => {
    asked.push(`${host}:${port}`)
    return host === '192.168.1.5'
  }
  expect(await phoneUrl(link, { interfaces, acceptsConnections: answers })).toBe(expected)
  expect(asked).toEqual(link === expected ? [] : ['10.1.2.3:4750', '192.168.1.5:4750'])
})

test('a server that answers on this machine only has no address for a phone', async () => {
  expect(
    await phoneUrl('http://127.0.0.1:4750/s/1', { interfaces, acceptsConnections: async () => false }),
  ).toBeNull()
  expect(
    await phoneUrl('http://[::1]:4750/s/1', { interfaces: {}, acceptsConnections: async () => true }),
  ).toBeNull()
})

test('whether something answers is tried out', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  expect(await acceptsConnections('127.0.0.1', port)).toBe(true)
  await new Promise((resolve) => server.close(resolve))
  expect(await acceptsConnections('127.0.0.1', port)).toBe(false)
})

test('the code of the longest local link fits a terminal of 80 columns and 24 lines', async () => {
  const lines = (await renderQrCode(`http://127.0.0.1:65535/sa/${'8'.repeat(36)}`)).split('\n')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(lines.length).toBeLessThanOrEqual(24)
})

const LOCAL = 'http://127.0.0.1:4750/s/1'
const LAN = 'http://192.168.1.5:4750/s/1'
const ONLY_HERE = 'nly this machine can open 127.0.0.1. Start the server with --host 0.0.0.0.'

test.each([
  [LOCAL, null, [`O${ONLY_HERE}`]],
  [LOCAL, LAN, [expect.stringContaining('browsers give a microphone to https alone')]],
  ['https://share.example/s/1', 'https://share.example/s/1', []],
  ['no address', null, []],
])('of %s, which a phone opens as %s, %j is said', (link, phoneLink, notes) => {
  expect(reachNotes({ link, phoneLink })).toEqual(notes)
})

test('the QR code holds the address that a phone reaches, or a sentence says why there is none', async () => {
  const drawn = await qrCodeNote({ link: LOCAL, phoneLink: LAN }, 80)
  expect(drawn.startsWith(await renderQrCode(LAN))).toBe(true)
  expect(await qrCodeNote({ link: LOCAL, phoneLink: null }, 200)).toBe(`No QR code: o${ONLY_HERE}`)
  expect(await qrCodeNote({ link: 'nothing', phoneLink: null }, 80)).toBe(
    'No QR code: nothing is not a valid address.',
  )
})
