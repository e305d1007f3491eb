import type { OpenApi } from './api-document.js'
import type { Credentials } from './authentication.js'
import { ExampleBox } from './example-box.js'
import type { KnownIds } from './known-ids.js'
import { Prose } from './prose.js'

type Props = { readonly openApi: OpenApi; readonly credentials: Credentials; readonly ids: KnownIds }

/** The first chapter: from nothing to a first request and a first conversation. */
export function StartView({ openApi, credentials, ids }: Props) {
  const key = credentials.apiKey || 'API_KEY'
  const { origin } = location
  return (
    <>
      <h2 id="start">Start here</h2>
      <p class="lead">
        <Prose text={openApi.info.description} />
      </p>
      <article>
        <h3>1. Authenticate</h3>
        <p>
          The server is <code>{origin}</code>. Most requests take an API key: <code>parley serve</code> prints
          one, and <code>parley keys create NAME</code> makes more.{' '}
          {credentials.apiKey === ''
            ? 'Enter it in the field “API key” at the top.'
            : 'Yours is in the field “API key” at the top.'}{' '}
          With it, the commands on this page run as they are when you copy them, and “Send” sends them from
          here. They hide the key until you ask for it. The key stays in this tab.
        </p>
        <ExampleBox
          label="Command that lists characters"
          value={`curl '${origin}/api/v1/characters' \\\n  -H 'X-API-Key: ${key}'`}
          secret={credentials.apiKey}
        />
      </article>
      <article>
        <h3>2. Talk to a character</h3>
        <p>
          <a href="#createCharacter">Create a character</a> if there is none. Conversations run over{' '}
          <a href="#socket-client">Socket.IO</a>, for example with <code>npm install socket.io-client</code>:
        </p>
        <ExampleBox
          label="Program that talks to a character"
          value={talkOf(origin, key, ids)}
          secret={credentials.apiKey}
        />
      </article>
      <article>
        <h3 id="refused">3. When something is refused</h3>
        <p>
          Every failure has a body <code>{'{"detail": …}'}</code>: a sentence, or for 422 the list of all
          problems with their places. 401: the key is missing or wrong. 403: it lacks the scope that{' '}
          <code>requiredScope</code> names. 429: wait for as many seconds as <code>Retry-After</code> says.
        </p>
        <p>
          Ids in the examples are those of what was last created, listed or typed here: what one request
          makes, the next can use. The answer says when an id changes in all of them, and can undo it.
        </p>
      </article>
    </>
  )
}

/** The package that the program on the page imports; the page itself does not. */
const CLIENT = 'socket.io-client'

const talkOf = (
  origin: string,
  key: string,
  { values: { characterId = 'CHARACTER_ID', playerId = 'ada' } }: KnownIds,
): string =>
  `import { io } from '${CLIENT}'

const socket = io('${origin}/sdk', {
  transports: ['websocket'],
  auth: {
    api_key: '${key}',
    character_id: '${characterId}',
    player_id: '${playerId}',
  },
})
socket.on('session_info', () => socket.emit('text', { text: 'Hello!', textOnly: true }))
socket.on('auth_error', ({ error }) => console.error(error))
socket.on('bot_response', ({ text, is_final }) => {
  if (!is_final) return process.stdout.write(text)
  socket.disconnect()
})`
