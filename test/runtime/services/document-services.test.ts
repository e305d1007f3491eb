import { expect, test } from 'vitest'
import { drawPdf } from '../../support/pdf/pdfkit-drawing.js'
import { startOrigin } from '../../support/providers/document-origin.js'
import { connectPlayer, rest, sendTextAndWait, startTestServer } from '../../support/servers/test-server.js'

const FILLER = 'Every rope on the quay is counted and every lantern is polished by the apprentices. '

/** A page of about 500 tokens that begins with these words. */
const pageOf = (words: string) => `${words} ${FILLER.repeat(32)}`

const PAGES = [
  'The harbour of Saint Orla has forty-two berths for visitors.',
  'The lighthouse was lit for the first time in 1861 by Agnes Thorvald.',
  'Used engine oil is taken back in the red barrel behind the workshop.',
]

const handbook = (pages: readonly string[]) =>
  drawPdf((kit) => {
    for (const [at, words] of pages.entries()) {
      if (at > 0) kit.addPage()
      kit.fontSize(9).text(pageOf(words), 60, 60, { width: 480 })
    }
  })

type Document = { readonly id: string; readonly status: string; readonly totalTokens: number }

async function givenCharacterWith(pages: readonly string[]) {
  const pdf = await handbook(pages)
  const origin = await startOrigin((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf)
  })
  const server = await startTestServer({ allowPrivateHosts: [`127.0.0.1:${origin.port}`] })
  const { id } = (await rest(server, 'POST', '/api/v1/characters', { name: 'Mira' })).body as { id: string }
  const documents = `/api/v1/characters/${id}/documents`
  const url = `http://127.0.0.1:${origin.port}/handbook.pdf`
  expect((await rest(server, 'POST', documents, { url })).status).toBe(202)
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id: id, player_id: 'ada' })
  await player.next('session_info')
  return { server, player, documents, document: await readyDocument(server, documents) }
}

/** Asks again until the document is at its end; every answer is a round trip to the server. */
async function readyDocument(server: Parameters<typeof rest>[0], documents: string): Promise<Document> {
  for (;;) {
    const { body } = await rest(server, 'GET', documents)
    const [document] = Array.isArray(body)
      ? (body as Document[])
      : (body as { documents: Document[] }).documents
    if (document !== undefined && ['ready', 'failed'].includes(document.status)) return document
  }
}

const QUESTION = 'Who lit the lighthouse for the first time?'
const ANSWER = 'The lighthouse was lit for the first time in 1861 by Agnes Thorvald.'
const SOURCE = 'Where did you read that?'

test('a character answers from its document and names the page, until the document is deleted', async () => {
  const { server, player, documents, document } = await givenCharacterWith(PAGES)
  expect(document).toMatchObject({ status: 'ready' })
  expect(document.totalTokens).toBeLessThan(30_000)
  expect(await sendTextAndWait(player, QUESTION)).toContain(ANSWER)
  expect(await sendTextAndWait(player, SOURCE)).toMatch(
    /^That is in handbook\.pdf, (?:page 2|pages 1 to 2)\.$/,
  )

  expect((await rest(server, 'DELETE', `${documents}/${document.id}`)).status).toBeLessThan(300)
  expect(await sendTextAndWait(player, QUESTION)).not.toContain('Agnes Thorvald')
  expect(await sendTextAndWait(player, SOURCE)).not.toContain('handbook.pdf')
})

test('of a bank above 30,000 tokens the passage that fits is found, and its page is named', async () => {
  const dull = Array.from({ length: 66 }, (_, at) => `Rule number ${at} is about ropes.`)
  const { player, document } = await givenCharacterWith([...dull, ...PAGES])
  expect(document.totalTokens).toBeGreaterThan(30_000)
  expect(await sendTextAndWait(player, QUESTION)).toContain(ANSWER)
  expect(await sendTextAndWait(player, SOURCE)).toMatch(
    /^That is in handbook\.pdf, (?:page 68|pages 67 to 68)\.$/,
  )
})
