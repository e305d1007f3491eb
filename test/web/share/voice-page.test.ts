import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { fromBase64 } from '../../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../../src/audio/pcm.js'
import { concatSamples } from '../../../src/audio/resample.js'
import { writeWav } from '../../../src/audio/wav.js'
import { createServer, type RunningServer } from '../../../src/runtime/create-server.js'
import { connectBrowser, executablePath } from '../../support/browser/browser.js'
import { microphoneFile } from '../../support/browser/chromium.js'
import {
  enterPage,
  overflowOf,
  problemsOf,
  shareCharacter,
  visitPage,
} from '../../support/browser/share-page.js'
import { rest } from '../../support/servers/test-server.js'
import { silence } from '../../support/speech/sound.js'
import { decodeStubSpeech } from '../../support/speech/stub-speech.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'

const QUESTION = 'Tell me about the harbour.'
const STOP = 'Wait, please stop talking.'
const REPLY =
  'The harbour lies behind the long wall, and every evening the boats come home to it with their lamps lit, ' +
  'one behind the other, until the last of them is in and the gulls are quiet at last.'
const RATE = 48_000

let server: RunningServer
let browser: Browser
let shareUrl: string
let folder: string | undefined

beforeAll(async () => {
  if (executablePath === undefined) return
  folder = await mkdtemp(join(tmpdir(), 'parley-voice-'))
  const spoken = async (text: string) => samplesOf(await say(createStubVoice(), { text, sampleRate: RATE }))
  // The microphone does not wait for the page, which is to listen before anything is said.
  const sound = concatSamples([
    silence(8 * RATE),
    await spoken(QUESTION),
    silence(5 * RATE),
    await spoken(STOP),
    silence(3 * RATE),
  ])
  await writeFile(microphoneFile(), writeWav(RATE, toPcm16(sound)))
  await writeFile(
    `${folder}/replies.yaml`,
    `replies: [{ pattern: harbour, reply: '${REPLY}' }, { pattern: stop, reply: 'All right.' }]`,
  )
  await writeFile(`${folder}/parley.yaml`, 'llm: { stub: { script: ./replies.yaml, pace: instant } }')
  server = await createServer({ logLevel: 'silent', limits: 'off', configFile: `${folder}/parley.yaml` })
  browser = await connectBrowser()
  const body = { persona: { name: 'Mira Vale', tagline: 'Keeper of the light' }, text_only: false }
  const { id } = (await rest(server, 'POST', '/api/v1/characters', body)).body as { id: string }
  shareUrl = (await shareCharacter(server, id)).shareUrl
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

/** Notes in the page, in 16 bits, what comes to the loudspeaker: the page's own ear, on the thread of the sound, misses nothing. */
const TAP = `
  window.loud = []
  window.rate = 0
  const { connect } = AudioNode.prototype
  AudioNode.prototype.connect = function (to, ...rest) {
    const { context } = this
    if (to === context.destination) {
      const tap = new AudioWorkletNode(context, 'parley-capture', { numberOfOutputs: 0, channelCount: 1 })
      tap.port.onmessage = ({ data }) => window.loud.push(data)
      window.rate = context.sampleRate
      connect.call(this, tap)
    }
    return connect.call(this, to, ...rest)
  }
  window.heard = () => {
    const whole = new Int16Array(window.loud.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const piece of window.loud) for (const sample of piece) whole[at++] = sample * 32767
    let text = ''
    const bytes = new Uint8Array(whole.buffer)
    for (let from = 0; from < bytes.length; from += 32768) text += String.fromCharCode(...bytes.subarray(from, from + 32768))
    return btoa(text)
  }`

/** Notes in the page what its status has said: some of it lasts no longer than a short answer sounds. */
const STATUSES = `
  window.statuses = []
  new MutationObserver(() => {
    const status = document.querySelector('[role=status]')?.textContent ?? ''
    if (status !== window.statuses.at(-1)) window.statuses.push(status)
  }).observe(document, { subtree: true, childList: true, characterData: true })`

/** What came out of the loudspeaker until now. */
async function heard(page: Page): Promise<{ samples: Float32Array; rate: number }> {
  const samples = fromPcm16(fromBase64(await page.evaluate<string>('heard()')) ?? new Uint8Array())
  return { samples, rate: await page.evaluate<number>('rate') }
}

/** The microphone plays the data layer, so the page is that of a program. */
const programUrl = () => `${shareUrl}?data-layer`

async function openVoice(look?: Parameters<Browser['newContext']>[0]) {
  const visitor = await visitPage(browser, programUrl(), { ...look, permissions: ['microphone'] })
  const { page } = visitor
  await page.addInitScript(TAP)
  await page.addInitScript(STATUSES)
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => void sent.push(/\["(\w+)"/.exec(String(payload))?.[1] ?? '')),
  )
  await visitor.go()
  await enterPage(page)
  await page.getByRole('button', { name: 'Talk by voice' }).click()
  await page.getByRole('button', { name: 'Hold to talk' }).waitFor()
  return { ...visitor, sent, status: page.getByRole('status') }
}

const inBrowser = test.skipIf(executablePath === undefined)

inBrowser(
  'hands-free: what is said is understood, the answer sounds, and speech over it stops it',
  async () => {
    const { page, strays, sent } = await openVoice()
    await page.getByText('Hands-free').click()
    const lines = page.locator('.lines .line:not(.arriving)')
    for (const line of [QUESTION, STOP, 'All right.']) await lines.filter({ hasText: line }).waitFor()
    await expect.poll(() => sent).toContain('audio_playback_complete')
    await expect
      .poll(async () => (await page.evaluate<string[]>('statuses')).join())
      .toMatch(/Listening.*Speaking.*Listening.*Speaking.*Listening/)

    const { samples, rate } = await heard(page)
    expect(samples.filter((sample) => sample !== 0).length).toBeGreaterThan(rate)
    const words = (await decodeStubSpeech(samples, rate)) ?? ''
    expect(words).toMatch(/harbour/)
    expect(words).not.toMatch(/gulls/)
    expect(words).toMatch(/All right\.$/)
    expect(strays).toEqual([])
  },
)

inBrowser('where nobody understands people, the page says so and has no microphone', async () => {
  const { page, strays, go } = await visitPage(browser, shareUrl)
  await go()
  await page.getByText('You write; replies can be read aloud').waitFor()
  await enterPage(page)
  await page.getByText('This is an AI character: a machine answers.').waitFor()
  // It is known by now, and the switch says the rest.
  await expect.poll(() => page.getByText('By text only').count()).toBe(0)
  const sound = page.getByRole('button', { name: 'Hear the replies' })
  await expect.poll(() => sound.getAttribute('title')).toBe('You write; replies can be read aloud')
  await expect.poll(() => page.getByRole('button', { name: 'Talk by voice' }).count()).toBe(0)
  // Without a permission for a microphone.
  await page.getByRole('button', { name: 'Hear the replies' }).click()
  await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Replies are read aloud' }).waitFor()
  expect(strays).toEqual([])
})

inBrowser('replies are heard again after a reload, once something is done', async () => {
  const { page, go, strays } = await visitPage(browser, shareUrl)
  await go()
  await enterPage(page)
  const isOn = page.getByRole('button', { name: 'Hear the replies', pressed: true })
  await page.getByRole('button', { name: 'Hear the replies' }).click()
  await isOn.waitFor()
  await page.reload()
  await page.getByText('Tap or type to hear the replies again.').waitFor()
  expect(await isOn.count()).toBe(0)
  await page.getByLabel('Your words').press('a')
  await isOn.waitFor()
  await isOn.click()
  await page.getByRole('button', { name: 'Hear the replies', pressed: false }).waitFor()
  await page.reload()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(strays).toEqual([])
})

inBrowser('replies are heard in the next visit, too, until what was said is forgotten', async () => {
  const { page, go, strays } = await visitPage(browser, shareUrl)
  await go()
  await enterPage(page)
  const isOn = (of: Page) => of.getByRole('button', { name: 'Hear the replies', pressed: true })
  await page.getByRole('button', { name: 'Hear the replies' }).click()
  await isOn(page).waitFor()
  await page.getByLabel('Your words').fill('Stop it')
  await page.keyboard.press('Enter')
  await page.locator('.line.character .below').waitFor()

  // In another tab the press that begins is enough.
  const tab = await page.context().newPage()
  await tab.goto(shareUrl)
  await tab.getByRole('button', { name: 'Read it and talk again' }).click()
  await isOn(tab).waitFor()
  const kept = () => tab.evaluate<string>('Object.keys(localStorage).join()')
  await expect.poll(kept).toContain('parley aloud')
  await tab.getByRole('button', { name: 'Forget it' }).click()
  await tab.getByRole('button', { name: 'Really forget it?' }).click()
  const begin = tab.getByRole('button', { name: 'Start the conversation' })
  await begin.waitFor()
  await expect.poll(kept).toBe('')
  await begin.click()
  await isOn(tab).waitFor()

  // Who wants silence has it in the next one.
  await isOn(tab).click()
  await tab.getByRole('button', { name: 'Hear the replies', pressed: false }).waitFor()
  const last = await page.context().newPage()
  await last.goto(shareUrl)
  await enterPage(last)
  await last.locator('.tools .sound:enabled[aria-pressed=false]').waitFor()
  expect(strays).toEqual([])
})

inBrowser(
  'a spoken reply that is stopped keeps what was heard, also after a reload; one written over, its text',
  async () => {
    const { page, go, strays } = await visitPage(browser, shareUrl)
    await go()
    await enterPage(page)
    await page.getByRole('button', { name: 'Hear the replies' }).click()
    await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
    const reply = page.locator('.line.character').last()
    const ask = async () => {
      await page.getByLabel('Your words').fill(QUESTION)
      await page.keyboard.press('Enter')
      await reply.filter({ hasText: 'The harbour lies' }).waitFor()
    }
    await ask()
    // There is more to be heard.
    expect(await reply.getByRole('button').count()).toBe(0)
    await page.keyboard.press('Escape')
    await reply.filter({ hasText: 'Stopped' }).waitFor()
    const heard = await reply.locator('p').textContent()
    expect(REPLY.startsWith(heard ?? 'nothing') && (heard ?? REPLY).length < REPLY.length).toBe(true)
    await page.reload()
    await reply.filter({ hasText: 'Stopped' }).waitFor()
    await expect.poll(() => reply.locator('p').textContent()).toBe(heard)

    // Another question silences it; its text, which has arrived, is shown.
    await page.getByRole('button', { name: 'Hear the replies' }).click()
    await page.getByRole('button', { name: 'Hear the replies', pressed: true }).waitFor()
    await ask()
    await ask()
    const replies = page.locator('.line.character')
    await expect.poll(() => replies.nth(2).locator('p').textContent()).toBe(REPLY)
    await expect.poll(() => replies.filter({ hasText: 'Stopped' }).count()).toBe(1)
    expect(strays).toEqual([])
  },
)

inBrowser(
  'push-to-talk: what is said while the space bar is held is one turn; Stop is heard at once',
  async () => {
    const { page, strays, sent, status } = await openVoice()
    await page.keyboard.down('Space')
    await status.filter({ hasText: 'Listening' }).waitFor()
    await page.locator('.arriving').filter({ hasText: QUESTION }).waitFor()
    await page.keyboard.up('Space')
    await page.locator('.visitor:not(.arriving)').filter({ hasText: QUESTION }).waitFor()
    await status.filter({ hasText: 'Speaking' }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await status.filter({ hasText: 'Hold the button' }).waitFor()
    await expect.poll(() => page.locator('.visitor').count()).toBe(1)
    expect(sent.filter((name) => name.endsWith('_voice') || name.endsWith('interrupt'))).toEqual([
      'start_voice',
      'stop_voice',
      'client_interrupt',
    ])
    // Hands-free wants a new session, of the same conversation.
    await page.getByText('Hands-free').click()
    await status.filter({ hasText: 'Listening' }).waitFor()
    await page.getByRole('button', { name: 'Stop talking by voice' }).click()
    await page.getByRole('button', { name: 'Talk by voice' }).waitFor()
    expect(strays).toEqual([])
  },
)

inBrowser.each([
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a small phone in light', { viewport: { width: 320, height: 568 }, colorScheme: 'light' }],
] as const)('voice on %s: nothing is cut off, and axe finds no serious problem', async (_, look) => {
  const { page } = await openVoice({ ...look, bypassCSP: true })
  await page.keyboard.down('Space')
  await page.getByRole('button', { name: 'Listening' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await expect.poll(() => overflowOf(page)).toBe(0)
})
