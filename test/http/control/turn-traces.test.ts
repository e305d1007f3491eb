import { expect, test } from 'vitest'
import { startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'

const URL = '/api/control/v1/local/turns'
const staff = { headers: { authorization: 'Bearer id:a1@example.org' }, key: null }

async function given() {
  const http = await startHttp()
  await http.store.characters.insert(characterRecord({ id: 'c1', account_id: 'a1' }))
  const say = async (message: string, more: object = {}) => {
    const body = { message, playerId: 'ada', ...more }
    return (await http.call('POST', '/api/v1/characters/c1/turn', { body })).body as {
      messageId: string
      text: string
    }
  }
  return { ...http, say }
}

test('staff read the newest turns, and what each was given', async () => {
  const { call, say } = await given()
  await say('One')
  const second = await say('Two')
  expect(await call('GET', URL, staff)).toMatchObject({
    status: 200,
    body: { turns: [{ messageId: second.messageId, state: 'completed', provider: null }, { kind: 'typed' }] },
  })
  expect((await call('GET', `${URL}?limit=1`, staff)).body).toMatchObject({
    turns: [{ messageId: second.messageId }],
  })
  const { body } = await call('GET', `${URL}/${second.messageId}`, staff)
  expect(body).toMatchObject({
    text: 'Two',
    reply: { text: second.text, actions: [] },
    request: { messages: [{ content: 'One' }, { role: 'assistant' }, { role: 'user', content: 'Two' }] },
    sections: [{ name: 'persona' }],
  })
  const { playerMessageId } = body as { playerMessageId: number }
  expect((await call('GET', `${URL}/${playerMessageId}`, staff)).body).toEqual(body)
})

test('a turn that is not remembered leaves no trace', async () => {
  const { call, say } = await given()
  const { messageId } = await say('Psst', { remember: false })
  expect((await call('GET', URL, staff)).body).toEqual({ turns: [] })
  expect(await call('GET', `${URL}/${messageId}`, staff)).toMatchObject({
    status: 404,
    body: { detail: 'Turn not found' },
  })
})

test('only staff may read them', async () => {
  const { call, say, key } = await given()
  const { messageId } = await say('One')
  for (const path of [URL, `${URL}/${messageId}`]) {
    expect(await call('GET', path, { key: null })).toMatchObject({ status: 401 })
    expect(await call('GET', path, { key })).toMatchObject({ status: 401 })
    const headers = { authorization: 'Bearer id:a2@example.org' }
    expect(await call('GET', path, { headers, key: null })).toMatchObject({ status: 403 })
  }
  expect(await call('GET', `${URL}?limit=0`, staff)).toMatchObject({ status: 422 })
})
