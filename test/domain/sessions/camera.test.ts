import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { CAMERA_WAIT_MS } from '../../../src/domain/sessions/camera.js'
import { jpeg, metadataOf, png, twoHalves } from '../../support/images/images.js'
import { givenSessions } from '../../support/sessions/given-sessions.js'

test('a picture is stored and described before the model is asked about it', async () => {
  const { model, vision, disk, open } = givenSessions({ character: { vlm_model: 'sharp-eye' } })
  const { session, events } = await open()
  const bytes = await png()
  session.picture({ bytes, text: 'This is my dog' })
  model.say('A fine dog.')
  model.end()
  expect(await events.final()).toMatchObject({ text: 'A fine dog.' })

  expect(vision.asked).toMatchObject([{ question: 'This is my dog', model: 'sharp-eye' }])
  const imageDescription = 'A black dog on a beach.'
  expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'This is my dog', imageDescription }])
  const [message] = disk.messages
  expect(message).toMatchObject({ content: 'This is my dog', imageDescription })
  expect(message?.imageFile?.name).toMatch(/^unused\.png$/)
})

test('a picture alone is a message, and the next prompts hold what it showed', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.picture({ bytes: await jpeg(), text: '' })
  model.end()
  await events.final()
  session.text('What was that?')
  model.end()
  await events.final(2)
  expect(disk.messages[0]).toMatchObject({ role: 'user', content: '' })
  expect(model.requests[1]?.messages[0]).toEqual({
    role: 'user',
    content: '',
    imageDescription: 'A black dog on a beach.',
  })
})

test('what a file tells beside the picture is gone before anybody looks at it', async () => {
  const { model, vision, open } = givenSessions()
  const { session, events } = await open()
  const bytes = await twoHalves()
    .withExif({ IFD0: { Copyright: 'me' } })
    .jpeg()
    .toBuffer()
  session.picture({ bytes, text: '' })
  model.end()
  await events.final()
  expect((await metadataOf(bytes)).exif).toBeDefined()
  expect((await metadataOf(vision.asked[0]?.picture ?? bytes)).exif).toBeUndefined()
})

test('a model that wants to see gets a picture, and the reply goes on under its id', async () => {
  const { model, vision, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('Look at this')
  model.say('Let me see.')
  model.look()
  model.end()
  const [asked] = await events.count('camera_capture', 1)
  expect(model.requests[0]).toMatchObject({ canLook: true })
  expect(asked).toEqual({ request_id: expect.any(String), text: 'Look at this' })

  session.picture({ bytes: await png(), text: '' }, { requestId: asked?.request_id })
  model.say(' A dog!')
  model.end()
  const final = await events.final()
  expect(final.text).toBe('Let me see. A dog!')
  expect(vision.asked[0]).toMatchObject({ question: 'Look at this' })
  expect(model.requests[1]).toMatchObject({
    canLook: false,
    messages: [
      { role: 'user', content: 'Look at this' },
      { role: 'assistant', content: 'Let me see.' },
      { role: 'user', content: '', imageDescription: 'A black dog on a beach.' },
    ],
  })
  expect(disk.said()).toEqual(['user: Look at this', 'user: ', 'assistant: Let me see. A dog!'])
  expect(disk.messages[1]).toMatchObject({ imageDescription: 'A black dog on a beach.' })
})

test('without a picture in time the reply goes on, and one that comes too late starts no turn', async () => {
  const { model, timers, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('Look at this')
  model.look()
  model.end()
  const [asked] = await events.count('camera_capture', 1)
  expect([...timers.waiting.values()]).toContain(CAMERA_WAIT_MS)
  timers.runOut()
  model.say('I see nothing.')
  model.end()
  await events.final()
  expect(model.requests[1]?.messages.at(-1)).toEqual({ role: 'user', content: '', imageDescription: null })

  session.picture({ bytes: await png(), text: 'Here' }, { requestId: asked?.request_id })
  await session.close()
  expect(disk.said()).toEqual(['user: Look at this', 'assistant: I see nothing.'])
})

test('a picture that cannot be read ends the wait for it', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  session.text('Look at this')
  model.look()
  model.end()
  const [asked] = await events.count('camera_capture', 1)
  session.noPicture(asked?.request_id)
  model.say('Never mind.')
  model.end()
  expect(await events.final()).toMatchObject({ text: 'Never mind.' })
})

test('a player who goes on talking ends the wait, and the reply with it', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  session.text('Look at this')
  model.look()
  model.end()
  const [asked] = await events.count('camera_capture', 1)
  session.text('Forget it')
  model.say('Fine.')
  model.end()
  expect(await events.final()).toMatchObject({ text: 'Fine.' })
  expect(events.all('interrupt')).toHaveLength(1)
  session.picture({ bytes: await png(), text: '' }, { requestId: asked?.request_id })
  expect(model.requests).toHaveLength(2)
})

test('a client without a camera is never asked for a picture, but may send one', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open({ capabilities: { camera: false } })
  session.text('Look at this')
  model.end()
  await events.final()
  expect(model.requests[0]).toMatchObject({ canLook: false })
  session.picture({ bytes: await png(), text: '' })
  model.end()
  await events.final(2)
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ imageDescription: 'A black dog on a beach.' })
})

test('a picture that turns out broken is refused, and nothing of it is stored', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  const whole = await png({ width: 400, height: 400 })
  session.picture({ bytes: whole.subarray(0, whole.length / 2), text: 'Here' })
  expect(await events.final()).toMatchObject({ text: 'Sorry, I cannot make out that picture.' })
  expect(events.all('error')).toMatchObject([{ error: 'invalid_payload' }])
  expect([disk.messages, model.requests]).toEqual([[], []])
})

test('when the vision model fails the picture is kept, and the client is told', async () => {
  const { vision, disk, open } = givenSessions()
  const { session, events } = await open()
  vision.see(() => Promise.reject(new DomainError('upstream', 'The vision model failed')))
  session.picture({ bytes: await png(), text: 'Here' })
  await events.final()
  expect(events.all('error')).toEqual([{ error: 'model_failed', message: 'The vision model failed' }])
  expect(disk.messages).toMatchObject([{ content: 'Here', imageDescription: null }])
  expect(disk.messages[0]?.imageFile).toBeDefined()
})

test('a picture that is talked over is still looked at: the next reply knows what it showed', async () => {
  const { model, vision, open } = givenSessions()
  const { session, events } = await open()
  let describe: (words: string) => void = () => undefined
  vision.see(() => new Promise((resolve) => (describe = resolve)))
  session.picture({ bytes: await png(), text: '' })
  while (vision.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  session.text('What is it?')
  describe('A red kite.')
  model.say('A kite.')
  model.end()
  expect(await events.final()).toMatchObject({ text: 'A kite.' })
  expect(model.requests[0]?.messages[0]).toMatchObject({ imageDescription: 'A red kite.' })
})

test('the end of the session ends looking, and what was shown is stored', async () => {
  const { vision, disk, open } = givenSessions()
  const { session } = await open()
  vision.see(() => new Promise(() => undefined))
  session.picture({ bytes: await png(), text: 'Here' })
  while (vision.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await session.close()
  expect(vision.asked[0]?.signal?.aborted).toBe(true)
  expect(disk.messages).toMatchObject([{ content: 'Here', imageDescription: null }])
})

test('a picture counts as a message, one that was asked for does not', async () => {
  const { model, open } = givenSessions({ limits: { messagesPerMinute: 2 } })
  const { session, events } = await open()
  const bytes = await png()
  session.text('Look at this')
  model.look()
  model.end()
  const [asked] = await events.count('camera_capture', 1)
  session.picture({ bytes, text: '' }, { requestId: asked?.request_id })
  model.end()
  await events.final()
  session.picture({ bytes, text: '' })
  model.end()
  await events.final(2)
  session.picture({ bytes, text: '' })
  expect(events.all('error')).toMatchObject([{ error: 'rate_limited' }])
})
