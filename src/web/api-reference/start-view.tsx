import { LIMITS_IN_WORDS } from '../../contract/limits-in-words.js'
import type { Credentials } from './authentication.js'
import { ExampleBox } from './example-box.js'
import type { KnownIds } from './known-ids.js'
import { Prose } from './prose.js'

type Props = { readonly credentials: Credentials; readonly ids: KnownIds }

/** The first chapter: from nothing to a first request and a first conversation. */
export function StartView({ credentials, ids }: Props) {
  const key = credentials.apiKey || 'API_KEY'
  const { origin } = location
  const name = ids.names[ids.values['characterId'] ?? '']
  return (
    <>
      <h2 id="start">Start here</h2>
      <p class="lead">
        Create <a href="#characters">characters</a>, talk to them, and see what they{' '}
        <a href="#memories">remember</a>. Requests go to REST; conversations run over{' '}
        <a href="#socket-client">Socket.IO</a>. Every REST request on this page can be filled in and sent from
        here.
      </p>
      <article>
        <h3 id="authenticate">1. Authenticate</h3>
        <p>
          The server is <code>{origin}</code>. Most requests take an API key: <code>parley serve</code> prints
          one, and <code>parley keys create NAME</code> makes more.{' '}
          {credentials.apiKey === ''
            ? 'Enter it in the field “API key” at the top.'
            : 'Yours is in the field “API key” at the top.'}{' '}
          Commands show dots in its place; what is copied has the real key. Your key stays in this tab.
        </p>
        <ExampleBox
          label="Command that lists characters"
          value={`curl '${origin}/api/v1/characters' \\\n  -H 'X-API-Key: ${key}'`}
          secret={credentials.apiKey}
        />
      </article>
      <article>
        <h3 id="create">2. Create a character</h3>
        <p>
          {beginningOf(credentials, name)} <a href="#createCharacter">create one</a>. Ids fill themselves in:
          what one request creates, the next one takes, and a line beside the answer says so.
        </p>
      </article>
      <article>
        <h3 id="talk">3. Talk to a character</h3>
        <p>
          A session runs over <a href="#socket-client">Socket.IO</a>. Save this as <code>talk.mjs</code>, then{' '}
          <code>npm install socket.io-client</code> and <code>node talk.mjs</code>. A player is whoever talks,
          by any id that you choose, as here <code>{ids.values['playerId'] || 'ada'}</code>; memories belong
          to it. For a single reply over REST, <a href="#takeTurn">say something</a>.
        </p>
        <ExampleBox
          label="Program that talks to a character"
          value={talkOf(origin, key, ids)}
          secret={credentials.apiKey}
          isWhole
        />
      </article>
      <article>
        <h3 id="refused">4. When something is refused</h3>
        <p>
          Every failure has a body <code>{'{"detail": …}'}</code> that says why.
        </p>
        <dl class="statuses">
          <dt>400</dt>
          <dd>The body cannot be read, or the request makes no sense.</dd>
          <dt>401</dt>
          <dd>The key is missing or wrong.</dd>
          <dt>403</dt>
          <dd>
            The key lacks the scope that <code>requiredScope</code> names.
          </dd>
          <dt>404</dt>
          <dd>It is not there, or not yours.</dd>
          <dt>409</dt>
          <dd>Not possible as things stand, for example while another batch runs.</dd>
          <dt>422</dt>
          <dd>
            Something in the request is not valid: <code>detail</code> lists every problem with its place.
          </dd>
          <dt>429</dt>
          <dd>
            Too many requests: try again after as many seconds as <code>Retry-After</code> says.
          </dd>
          <dt>502, 504</dt>
          <dd>A model or another provider failed, or took too long.</dd>
        </dl>
        <p>
          Turns over REST have no limit. What has one is, unless <code>parley serve --limits</code> changes
          it, at most:
        </p>
        <ul>
          {LIMITED.map((limit) => (
            <li key={limit}>
              <Prose text={limit} />
            </li>
          ))}
        </ul>
      </article>
    </>
  )
}

/** What comes before the first character, or another one. */
function beginningOf({ apiKey }: Credentials, name: string | undefined): string {
  if (name !== undefined) return `The requests on this page use “${name}”. For another,`
  return apiKey === '' ? 'Enter your key, then' : 'There is none yet:'
}

/** The package that the program on the page imports; the page itself does not. */
const CLIENT = 'socket.io-client'

const { submits: _, messages, ...OF_REQUESTS } = LIMITS_IN_WORDS
const LIMITED = [
  ...Object.values(OF_REQUESTS),
  `${messages}; more get the event \`error\` with \`rate_limited\``,
]

/** What stands behind the id in a program; a name cannot end the line. */
const commentOf = (name: string | undefined): string =>
  name === undefined ? '' : ` // ${name.replaceAll(/\s+/g, ' ')}`

const talkOf = (
  origin: string,
  key: string,
  { values: { characterId, playerId }, names }: KnownIds,
): string =>
  `import { io } from '${CLIENT}'

const socket = io('${origin}/sdk', {
  transports: ['websocket'],
  auth: {
    api_key: '${key}',
    character_id: '${characterId || 'CHARACTER_ID'}',${commentOf(names[characterId ?? ''])}
    player_id: '${playerId || 'ada'}',
  },
})
socket.on('session_info', () => socket.emit('text', { text: 'Hello!', textOnly: true }))
socket.on('bot_response', ({ text, is_final }) => {
  process.stdout.write(is_final ? '\\n' : text)
  if (is_final) socket.disconnect()
})
for (const failure of ['connect_error', 'auth_error', 'error'])
  socket.on(failure, ({ message, error }) => {
    console.error(error ?? message)
    socket.disconnect()
  })
`
