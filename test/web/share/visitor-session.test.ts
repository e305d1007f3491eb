import { expect, test } from 'vitest'
import type { Session } from '../../../src/client/session/create-session.js'
import { createEmitter } from '../../../src/client/session/emitter.js'
import type { SessionEvents } from '../../../src/client/session/events.js'
import type { ShareLinkStatus } from '../../../src/contract/share-links.js'
import type { ShareSession } from '../../../src/contract/shares.js'
import { createKeptVisits } from '../../../src/web/share/kept-visits.js'
import { endTextsOf } from '../../../src/web/share/page-texts.js'
import { type RedeemOutcome, readLinkStatus, redeemShare } from '../../../src/web/share/redeem-share.js'
import { createKeptText, createTabStorage } from '../../../src/web/share/tab-storage.js'
import { createVisitorSession, type VisitorSession } from '../../../src/web/share/visitor-session.js'

const session: ShareSession = {
  sessionToken: `sst_${'a'.repeat(32)}`,
  characterId: 'c1',
  playerId: 'guest-1',
  serverUrl: 'http://127.0.0.1:4750',
  character: {
    id: 'c1',
    name: 'Mira',
    tagline: null,
    personality: null,
    avatar: null,
    modelUrl: null,
    modelPreviewUrl: null,
    modelStatus: null,
    sourceImageUrl: null,
  },
  memorySharing: 'isolated',
}

const NOON = Date.UTC(2030, 0, 2, 12)

type Given = { readonly isAloud?: boolean; readonly link?: ShareLinkStatus | null }

function given(
  redeemed: RedeemOutcome = { kind: 'session', session },
  { isAloud = false, link = null }: Given = {},
) {
  let now = NOON
  const redeems = [redeemed]
  const waiting: (() => void)[] = []
  /** Of the tab and of the browser. */
  const [tab, shared] = [fakeStorage(), fakeStorage()]
  const sent: string[] = []
  const connected: ShareSession[] = []
  let emitter = createEmitter<SessionEvents>()
  let connections = 0
  /** The page in this tab, loaded anew, or in another, which may be a copy of one. */
  const open = (storage = tab) =>
    createVisitorSession({
      tabStorage: createTabStorage(storage, 's1'),
      keptVisits: createKeptVisits({
        storage: shared,
        shareId: 's1',
        pictures: null,
        tab: createKeptText(storage, 'tab'),
        now: () => now,
      }),
      redeem: async () => (redeems.length > 1 ? redeems.shift() : redeems[0]) as RedeemOutcome,
      readLinkStatus: async () => link,
      connect: (wanted) => {
        connected.push(wanted)
        emitter = createEmitter<SessionEvents>()
        return {
          on: emitter.on,
          connect: async () => {
            connections += 1
            return {}
          },
          sendText: (text: string, { textOnly }: { textOnly: boolean }) =>
            sent.push(textOnly ? text : `${text} (aloud)`),
          sendInterrupt: () => sent.push('(interrupt)'),
          disconnect: () => sent.push('(left)'),
        } as unknown as Session
      },
      isAloud: () => isAloud,
      after: (_, done) => void waiting.push(done),
      now: () => now,
    })
  const visit = open()
  const become = (state: 'connected' | 'reconnecting') =>
    emitter.emit('connectionStateChanged', { state, previous: 'connecting' })
  return {
    visit,
    open,
    sent,
    tab,
    shared,
    connected,
    connections: () => connections,
    /** What redeeming the link gives from now on. */
    redeemedNext: (...outcomes: RedeemOutcome[]) => redeems.splice(0, redeems.length, ...outcomes),
    pass: (minutes: number) => {
      now += minutes * 60_000
    },
    wait: () => waiting.shift()?.(),
    emit: (...event: Parameters<typeof emitter.emit>) => emitter.emit(...event),
    become,
    enter: async () => {
      await visit.start()
      become('connected')
    },
  }
}

function fakeStorage(entries: Iterable<readonly [string, string]> = []) {
  const map = new Map(entries)
  return {
    map,
    get length() {
      return map.size
    },
    key: (index: number) => [...map.keys()][index] ?? null,
    getItem: (name: string) => map.get(name) ?? null,
    setItem: (name: string, text: string) => void map.set(name, text),
    removeItem: (name: string) => void map.delete(name),
  }
}

function endedState(visit: VisitorSession) {
  const state = visit.state()
  if (state.step !== 'ended') throw new Error(`The visit is not over: ${state.step}`)
  return state
}

/** What the link is asked for has been answered. */
const settled = () => Promise.resolve().then(() => undefined)

const reply = (text: string, is_final: boolean) => ({
  message_id: 'm1',
  text,
  is_final,
  partial: is_final ? '' : text,
  chunk_index: 0,
  is_interjection: false,
})

test('nothing is redeemed before the visitor starts', async () => {
  const { visit, connected } = given()
  expect(visit.state()).toEqual({ step: 'start', kept: null })
  const steps: string[] = []
  visit.subscribe(() => steps.push(visit.state().step))
  await visit.start()
  expect(steps).toEqual(['redeeming', 'open'])
  expect(connected).toEqual([session])
})

test('words go out once connected, chunks add up, and the final replaces them', async () => {
  const { visit, sent, emit, become } = given()
  await visit.start()
  visit.sendText('too early')
  become('connected')
  visit.sendText('  ')
  visit.sendText(' Hello ')
  emit('botResponse', reply('Good', false))
  emit('botResponse', reply(' evening', false))
  expect(visit.state()).toMatchObject({
    lines: [
      { text: 'Hello', at: NOON },
      { text: 'Good evening', isOver: false, at: NOON },
    ],
  })
  emit('botResponse', reply('Good evening.', true))
  expect(visit.state()).toMatchObject({
    lines: [
      { who: 'visitor', text: 'Hello' },
      { who: 'character', text: 'Good evening.', isOver: true },
    ],
  })
  expect(sent).toEqual([' Hello '])
})

test('an interrupted reply stays as far as it came', async () => {
  const { visit, emit, enter, sent } = given()
  await enter()
  emit('botResponse', reply('Once upon', false))
  visit.interrupt()
  emit('interrupt', { message_id: 'm1', reason: 'client_interrupt' })
  expect(visit.state()).toMatchObject({ lines: [{ text: 'Once upon', isOver: true, flaw: 'interrupted' }] })
  expect(sent).toEqual(['(interrupt)'])
})

test('a reload goes on in the same session, with what was said', async () => {
  const { visit, open, enter, connected } = given()
  await enter()
  visit.sendText('Hello')
  const again = open()
  again.resume()
  expect(again.state()).toMatchObject({ step: 'open', session, lines: [{ text: 'Hello' }] })
  expect(connected).toEqual([session, session])
})

test.each([
  [0, 'This visit is over', 'The server does not accept it any more.'],
  [60, 'This visit is over', 'A visit lasts an hour, and that has passed.'],
])(
  'a reload after the end shows again what was said and why it ended, after %s minutes',
  async (minutes, title, text) => {
    const { visit, open, emit, enter, pass, connected } = given(undefined, { link: 'active' })
    await enter()
    visit.sendText('Hello')
    emit('botResponse', reply('Good evening', true))
    pass(minutes)
    emit('authError', { error: 'Invalid API key' })
    const again = open()
    again.resume()
    await settled()
    expect(again.state()).toMatchObject({ past: { lines: [{ text: 'Hello' }, { text: 'Good evening' }] } })
    expect(endTextsOf(endedState(again))).toEqual({ title, text, action: 'Start a new visit' })
    expect(connected).toHaveLength(1)
    await again.start()
    expect(again.state()).toMatchObject({
      step: 'open',
      lines: [
        { text: 'Hello', isEarlier: true },
        { text: 'Good evening', isEarlier: true },
      ],
    })
  },
)

test('a link that the server says is none is over at once, but not for who is still inside', async () => {
  const { visit, open, enter } = given()
  visit.markLinkInvalid()
  expect(visit.state()).toMatchObject({ step: 'ended', ending: 'invalid' })
  await enter()
  const again = open()
  again.resume()
  again.markLinkInvalid()
  expect(again.state()).toMatchObject({ step: 'open', session })
})

test('while voice is on, what is written is answered aloud', async () => {
  const { visit, enter, sent } = given(undefined, { isAloud: true })
  await enter()
  visit.sendText('Hello')
  expect(sent).toEqual(['Hello (aloud)'])
})

test('what is being said grows in one line, whose final stands; what nothing came of goes', async () => {
  const { visit, emit, enter } = given()
  await enter()
  emit('sttResponse', { text: 'Tell', is_final: false })
  emit('sttResponse', { text: 'Tell me', is_final: false })
  expect(visit.state()).toMatchObject({ lines: [{ who: 'visitor', text: 'Tell me', isOver: false }] })
  emit('sttResponse', { text: 'Tell me more.', is_final: true })
  emit('sttResponse', { text: 'Hm', is_final: false })
  emit('voiceStopped', {})
  expect(visit.state()).toMatchObject({ lines: [{ who: 'visitor', text: 'Tell me more.', isOver: true }] })
})

test('nothing is waited for that a broken connection, or a reload, has cut off', async () => {
  const { visit, open, emit, enter } = given()
  await enter()
  emit('botResponse', reply('Once upon', false))
  emit('sttResponse', { text: 'Wa', is_final: false })
  const again = open()
  again.resume()
  const cutOff = { lines: [{ who: 'character', text: 'Once upon', isOver: true, flaw: 'lost' }] }
  expect(again.state()).toMatchObject(cutOff)
  expect(visit.state()).toMatchObject({ lines: [{ isOver: false }, { text: 'Wa' }] })
})

test('a connection that breaks ends the lines that were arriving', async () => {
  const { visit, emit, enter } = given()
  await enter()
  emit('botResponse', reply('Once upon', false))
  emit('disconnected', { reason: 'lost', willReconnect: true })
  expect(visit.state()).toMatchObject({ lines: [{ text: 'Once upon', isOver: true, flaw: 'lost' }] })
})

test('Stop does nothing while there is no connection', async () => {
  const { visit, become, enter, sent } = given()
  await enter()
  become('reconnecting')
  visit.interrupt()
  expect(sent).toEqual([])
})

test('whoever was inside and finds the share full tries once more, as it may be their own place', async () => {
  const { visit, emit, enter, wait, connections } = given()
  await enter()
  emit('sessionConnected', { session_id: 's', conversation_id: 'c', character_id: 'c1', player_id: 'p' })
  const rejected = { reason: 'concurrent_limit', cap: 5, share_token_id: 's1' } as const
  emit('sessionRejected', rejected)
  expect(visit.state().step).toBe('open')
  wait()
  expect(connections()).toBe(2)
  emit('sessionRejected', rejected)
  expect(visit.state()).toMatchObject({ step: 'ended', ending: 'busy' })
})

test.each([
  [{ kind: 'unreachable' }, 'unreachable', null, 'The server cannot be reached.'],
  [{ kind: 'failed' }, 'failed', null, 'It answered with an error instead of opening the link.'],
  [
    { kind: 'limited', seconds: 42 },
    'limited',
    42,
    'The link was opened too often in a short time. Try again in 42 seconds.',
  ],
] as const)(
  'a link that is %o says so, and may be tried again',
  async (redeemed, ending, retrySeconds, text) => {
    const { visit } = given(redeemed)
    await visit.start()
    const state = endedState(visit)
    expect(state).toEqual({ step: 'ended', ending, link: null, retrySeconds, past: null })
    expect(endTextsOf(state)).toMatchObject({ text, action: 'Try again' })
  },
)

const ASK = 'Ask whoever sent it for a new one.'
const CLOSED = 'Whoever sent it has closed it. Ask them for a new one.'
const BROKEN = 'This link does not work'
const ENDED = 'This link has ended'
const OVER = 'This visit is over'

test.each([
  ['revoked', ENDED, CLOSED, null],
  ['expired', ENDED, `Its time has passed. ${ASK}`, null],
  ['used-up', ENDED, `It was opened as often as it may be. ${ASK}`, null],
  ['unknown', BROKEN, `There is no such link. ${ASK}`, null],
  ['active', BROKEN, 'The server does not accept it.', 'Try again'],
  [null, BROKEN, 'The server does not accept it.', 'Try again'],
] as const)(
  'a link that is not accepted and %s is told so, and tried again only where that may help',
  async (link, title, text, action) => {
    const { visit } = given({ kind: 'invalid' }, { link })
    const asked: unknown[] = []
    visit.subscribe(() => {
      const state = visit.state()
      if (state.step === 'ended') asked.push(endTextsOf(state))
    })
    await visit.start()
    await settled()
    expect(asked).toEqual([
      { title: BROKEN, text: '', action: null },
      { title, text, action },
    ])
  },
)

test.each([
  [0, 'revoked', ENDED, CLOSED, null],
  [0, 'active', OVER, 'The server does not accept it any more.', 'Start a new visit'],
  [0, null, OVER, 'The server does not accept it any more.', 'Start a new visit'],
  [60, 'active', OVER, 'A visit lasts an hour, and that has passed.', 'Start a new visit'],
  [60, 'expired', ENDED, `Its time has passed. ${ASK}`, null],
] as const)(
  'a visit whose session is refused after %s minutes, with a link that is %s, says what is known',
  async (minutes, link, title, text, action) => {
    const { visit, emit, enter, pass } = given(undefined, { link })
    await enter()
    pass(minutes)
    emit('authError', { error: 'Invalid API key' })
    expect(endTextsOf(endedState(visit)).action).toBe(null)
    await settled()
    expect(endTextsOf(endedState(visit))).toEqual({ title, text, action })
  },
)

test('how a link stands is told to nobody who has gone on meanwhile', async () => {
  const { visit, emit, enter } = given(undefined, { link: 'active' })
  await enter()
  emit('authError', { error: 'Invalid API key' })
  await visit.start()
  await settled()
  expect(visit.state()).toMatchObject({ step: 'open' })
})

test('where a new visit could not be opened, another try opens one, and not the old session', async () => {
  const { visit, emit, enter, connected, redeemedNext } = given(undefined, { link: 'active' })
  await enter()
  emit('botResponse', reply('Good evening', true))
  emit('authError', { error: 'Invalid API key' })
  const other = { ...session, sessionToken: `sst_${'b'.repeat(32)}` }
  redeemedNext({ kind: 'unreachable' }, { kind: 'session', session: other })
  await visit.start()
  expect(visit.state()).toMatchObject({ step: 'ended', ending: 'unreachable' })
  await visit.start()
  expect(connected).toEqual([session, other])
})

test.each([
  ['authError', { error: 'Invalid API key' }, 'closed', false],
  ['sessionRejected', { reason: 'concurrent_limit', cap: 5, share_token_id: 's1' }, 'busy', true],
  ['sessionTimeout', { reason: 'inactivity', idle_seconds: 1, timeout_seconds: 1 }, 'idle', true],
  ['disconnected', { reason: 'lost', willReconnect: false }, 'unreachable', true],
] as const)(
  '%s ends the visit; the conversation stays, and its token only where it may be good',
  async (name, payload, ending, isStored) => {
    const { visit, emit, enter, tab, shared } = given()
    await enter()
    visit.sendText('Hello')
    emit('botResponse', reply('Good evening', false))
    emit(name, payload as never)
    expect(visit.state()).toEqual({
      step: 'ended',
      ending,
      link: ending === 'closed' ? 'asked' : null,
      retrySeconds: null,
      past: {
        session,
        since: NOON,
        lines: [
          { id: 'visitor 0', who: 'visitor', text: 'Hello', isOver: true, at: NOON },
          { id: 'm1', who: 'character', text: 'Good evening', isOver: true, at: NOON, flaw: 'lost' },
        ],
      },
    })
    const hasToken = (text: string | undefined) => text?.includes(session.sessionToken)
    expect(hasToken(tab.map.get('parley s1'))).toBe(isStored)
    // The browser, which others may use, never has it.
    expect([...shared.map.values()].map(hasToken)).toEqual([false])
  },
)

test('a visit whose session may still be good goes on in it; another has what was said above it', async () => {
  const { visit, emit, enter, connected, sent } = given()
  await enter()
  emit('botResponse', reply('Good evening', true))
  emit('sessionTimeout', { reason: 'inactivity', idle_seconds: 1, timeout_seconds: 1 })
  await visit.start()
  expect(visit.state()).toMatchObject({ step: 'open', lines: [{ text: 'Good evening' }] })
  expect(connected).toEqual([session, session])

  emit('authError', { error: 'Invalid API key' })
  const steps: unknown[] = []
  visit.subscribe(() => steps.push(visit.state()))
  await visit.start()
  expect(steps).toMatchObject([
    { step: 'redeeming', past: { lines: [{ text: 'Good evening' }] } },
    { step: 'open', lines: [{ text: 'Good evening', isEarlier: true }] },
  ])
  // What was said to another session is not said again.
  visit.retry()
  expect(sent).not.toContain('Good evening')
})

/** What each line says, those of earlier visits in brackets. */
const wordsOf = (visit: VisitorSession) => {
  const state = visit.state()
  const lines = state.step === 'open' ? state.lines : []
  return lines.map(({ text, isEarlier }) => (isEarlier ? `(${text})` : text))
}

test('another tab goes on with what was said in a session of its own, and no tab writes over another', async () => {
  const { visit, open, emit, enter, become, connected, redeemedNext } = given()
  await enter()
  visit.sendText('Hello')
  emit('botResponse', reply('Good evening', true))
  const other = open(fakeStorage())
  other.resume()
  expect(other.state()).toMatchObject({ step: 'start', kept: { session: { sessionToken: '' } } })
  redeemedNext({ kind: 'session', session: { ...session, sessionToken: `sst_${'b'.repeat(32)}` } })
  await other.start()
  become('connected')
  expect(connected.map(({ sessionToken }) => sessionToken[4])).toEqual(['a', 'b'])
  expect(wordsOf(other)).toEqual(['(Hello)', '(Good evening)'])
  other.sendText('From the other')
  visit.cutReply('m1', 4)
  const third = open(fakeStorage())
  third.resume()
  await third.start()
  expect(wordsOf(third).sort()).toEqual(['(From the other)', '(Good)', '(Hello)'])
})

test('a tab that was copied and its copy keep their words beside each other', async () => {
  const { visit, open, enter, become, tab } = given()
  await enter()
  visit.sendText('Hello')
  const copy = open(fakeStorage(tab.map))
  copy.resume()
  become('connected')
  copy.sendText('From the copy')
  // The emitter is that of the copy; the first page says more all the same.
  visit.cutReply('m1', 0)
  const later = open(fakeStorage())
  later.resume()
  await later.start()
  expect(wordsOf(later).filter((text) => text === '(Hello)')).toHaveLength(1)
  expect(wordsOf(later)).toContain('(From the copy)')
})

test('what was forgotten is gone from tab and browser, also where another tab still shows it', async () => {
  const { visit, open, enter, become, tab, shared, sent } = given()
  await enter()
  visit.sendText('Hello')
  const other = open(fakeStorage())
  other.resume()
  other.forget()
  expect(other.state()).toEqual({ step: 'start', kept: null })
  expect(shared.map.size).toBe(0)
  become('connected')
  visit.sendText('More')
  expect(shared.map.size).toBe(0)
  visit.forget()
  expect(sent.at(-1)).toBe('(left)')
  expect(tab.map.get('parley s1')).toBeUndefined()
  const again = open()
  again.resume()
  expect(again.state()).toEqual({ step: 'start', kept: null })
})

test('another tab is told of it once, and does not tell it on; a link that is being opened has none of it', async () => {
  const { visit, open, emit, enter, shared, redeemedNext } = given()
  await enter()
  visit.sendText('Hello')
  emit('botResponse', reply('Good evening', true))
  const told: string[] = []
  const set = shared.setItem
  shared.setItem = (name, text) => {
    if (name.startsWith('parley forgets')) told.push(name)
    set(name, text)
  }
  const other = open(fakeStorage())
  other.resume()
  redeemedNext({ kind: 'session', session })
  const opening = other.start()
  visit.forget()
  expect([told, shared.map.size]).toEqual([['parley forgets s1'], 0])
  other.forget(true)
  expect(told).toHaveLength(1)
  await opening
  expect(other.state()).toMatchObject({ step: 'open', lines: [] })
})

test.each([
  ['revoked', 'ended'],
  ['active', 'start'],
] as const)('a link that is %s is at the step %s once what was said is forgotten', async (link, step) => {
  const { visit, emit, enter, shared } = given(undefined, { link })
  await enter()
  visit.sendText('Hello')
  emit('authError', { error: 'Invalid API key' })
  await settled()
  visit.forget()
  expect(visit.state().step).toBe(step)
  if (step === 'ended') expect(endedState(visit)).toMatchObject({ link, past: null })
  expect(shared.map.size).toBe(0)
})

test('how a link stands is told, too, if what was said was forgotten in the meantime', async () => {
  const { visit, emit, enter } = given(undefined, { link: 'expired' })
  await enter()
  visit.sendText('Hello')
  emit('authError', { error: 'Invalid API key' })
  visit.forget()
  expect(endedState(visit)).toMatchObject({ link: 'asked', past: null })
  await settled()
  expect(endedState(visit)).toMatchObject({ link: 'expired', past: null })
})

test('what was kept goes after 30 days, with that of other links, and is never more than so much', async () => {
  const { visit, open, enter, pass, shared } = given()
  await enter()
  for (let turn = 0; turn < 400; turn += 1) visit.sendText(`Turn ${turn}`)
  const [text = ''] = shared.map.values()
  shared.map.set('parley visit s2 1 a', text)
  shared.map.set('parley visit s2 1 b', 'no JSON')
  const later = open(fakeStorage())
  later.resume()
  expect(later.state()).toMatchObject({ kept: { lines: { length: 300, 299: { text: 'Turn 399' } } } })
  pass(30 * 24 * 60)
  visit.sendText('x'.repeat(100_000))
  pass(1)
  const last = open(fakeStorage())
  last.resume()
  expect(last.state()).toMatchObject({ kept: { lines: { length: 1 } } })
  expect(shared.map.size).toBe(1)
})

test('a link that has ended still shows what was said through it in this browser', async () => {
  const { visit, open, enter } = given({ kind: 'session', session }, { link: 'revoked' })
  await enter()
  visit.sendText('Hello')
  const late = open(fakeStorage())
  late.resume()
  late.markLinkInvalid()
  await settled()
  expect(late.state()).toMatchObject({ step: 'ended', link: 'revoked', past: { lines: [{ text: 'Hello' }] } })
})

test('who goes on while the server cannot be reached tries again with the link, not with a token that was not kept', async () => {
  const { visit, open, enter, connected, redeemedNext } = given()
  await enter()
  visit.sendText('Hello')
  const late = open(fakeStorage())
  late.resume()
  redeemedNext({ kind: 'unreachable' }, { kind: 'session', session })
  await late.start()
  expect(late.state()).toMatchObject({ step: 'ended', past: { lines: [{ text: 'Hello' }] } })
  await late.start()
  expect(connected.map(({ sessionToken }) => sessionToken)).toEqual([
    session.sessionToken,
    session.sessionToken,
  ])
})

test('a reply is awaited from the moment when something is said until its first words come', async () => {
  const { visit, emit, enter } = given()
  await enter()
  expect(visit.state()).toMatchObject({ isAwaitingReply: false })
  visit.sendText('Hello')
  expect(visit.state()).toMatchObject({ isAwaitingReply: true })
  emit('botResponse', reply('Good', false))
  expect(visit.state()).toMatchObject({ isAwaitingReply: false })
})

test('what was interrupted, or came to nothing, can be said again', async () => {
  const { visit, emit, enter, sent, become } = given()
  await enter()
  visit.retry()
  visit.sendText('Hello')
  visit.retry()
  emit('disconnected', { reason: 'lost', willReconnect: true })
  become('reconnecting')
  visit.retry()
  become('connected')
  expect(visit.state()).toMatchObject({ lines: [{ text: 'Hello', flaw: 'unanswered' }] })
  visit.retry()
  expect(visit.state()).toMatchObject({ lines: [{ text: 'Hello' }], isAwaitingReply: true })
  emit('botResponse', reply('Good', false))
  emit('interrupt', { message_id: 'm1', reason: 'client_interrupt' })
  visit.retry()
  expect(visit.state()).toMatchObject({ lines: [{ text: 'Hello' }, { text: 'Good' }, { text: 'Hello' }] })
  expect(sent).toEqual(['Hello', 'Hello', 'Hello'])
})

test('sent away without a word, the page comes back once to learn why; a broken line it leaves to the client', async () => {
  const { visit, emit, enter, connections } = given()
  await enter()
  emit('disconnected', { reason: 'server', willReconnect: false })
  expect(connections()).toBe(2)
  emit('disconnected', { reason: 'lost', willReconnect: true })
  expect([visit.state().step, connections()]).toEqual(['open', 2])
})

test('without turns left the words stay, and trouble is told until something works', async () => {
  const { visit, emit, enter } = given()
  await enter()
  emit('error', { message: 'The language model failed', error: 'model_failed' })
  expect(visit.state()).toMatchObject({ trouble: 'The language model failed' })
  emit('botResponse', reply('Goodbye', true))
  emit('quotaExceeded', { message: '', current: 1, limit: 1, remaining: 0, tier: 'share' })
  expect(visit.state()).toMatchObject({ step: 'open', trouble: null, isUsedUp: true })
})

const answers = (...statuses: number[]) => {
  const asked: string[] = []
  const request = async (path: string, init?: RequestInit) => {
    asked.push(`${path} ${String(init?.body ?? '')}`)
    const status = statuses.shift() ?? 500
    return new Response(JSON.stringify(status === 200 ? session : { detail: '' }), {
      status,
      headers: { 'retry-after': '42' },
    })
  }
  return { asked, request: request as typeof fetch }
}

test.each([
  [[200], { kind: 'session', session }],
  [[404, 200], { kind: 'session', session }],
  [[404, 404], { kind: 'invalid' }],
  [[429], { kind: 'limited', seconds: 42 }],
  [[500], { kind: 'failed' }],
] as const)('answers of %j to open and exchange are %o', async (statuses, outcome) => {
  const { request, asked } = answers(...statuses)
  expect(await redeemShare(request, 'a/b')).toEqual(outcome)
  expect(asked).toEqual(
    ['/api/v1/share/a%2Fb/open ', '/api/v1/share/a%2Fb/exchange {}'].slice(0, statuses.length),
  )
})

test('no network is nobody who answers', async () => {
  const request = async () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await redeemShare(request as typeof fetch, 's1')).toEqual({ kind: 'unreachable' })
})

test('how a link stands is read from the head of its page', async () => {
  const asked: unknown[] = []
  const page = (headers: Record<string, string>) =>
    (async (path: string, init?: RequestInit) => {
      asked.push([path, init?.method])
      return new Response(null, { headers })
    }) as typeof fetch
  expect(await readLinkStatus(page({ 'x-share-status': 'revoked' }), 'a/b')).toBe('revoked')
  expect(await readLinkStatus(page({ 'x-share-status': 'else' }), 'a')).toBe(null)
  expect(await readLinkStatus(page({}), 'a')).toBe(null)
  expect(asked[0]).toEqual(['/s/a%2Fb', 'HEAD'])
  const broken = (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch
  expect(await readLinkStatus(broken, 'a')).toBe(null)
})
