import { type ApiEvent, resolve, type Schema, type Schemas } from './api-document.js'
import type { Credentials } from './authentication.js'
import { EVENT_PARTS, eventExample } from './event-example.js'
import { ExampleBox } from './example-box.js'
import type { KnownIds } from './known-ids.js'
import { Prose } from './prose.js'
import { SchemaView } from './schema-view.js'

/** A missing one is answered with `auth_error` and not as an invalid payload, so the schema does not require it. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  client_authenticate: ['character_id', 'player_id'],
}

function payloadOf({ id, payload }: ApiEvent, schemas: Schemas): Schema {
  const needed = NEEDED[id]
  return needed === undefined ? payload : { ...resolve(payload, schemas).schema, required: needed }
}

type Props = {
  readonly event: ApiEvent
  readonly schemas: Schemas
  readonly credentials: Credentials
  readonly ids: KnownIds
}

/** A socket event with its fields and an example. */
export function EventView({ event, schemas, credentials, ids }: Props) {
  const { id, name, sender, summary } = event
  const { apiKey } = credentials
  const example = eventExample(event, { schemas, ids: ids.values, apiKey })
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const part = EVENT_PARTS[id]
  const payloads =
    part === undefined
      ? [`// payload\n${json(example)}`]
      : [`// ${part.title}\n${json({ ...Object(example), ...part.fields })}`, `// The end\n${json(example)}`]
  const code =
    sender === 'client'
      ? `socket.emit('${name}', ${json(example)})`
      : [`socket.on('${name}', (payload) => …)`, ...payloads].join('\n\n')
  return (
    <article id={id}>
      <h3>
        <span class={`method ${sender}`}>{sender === 'client' ? 'emit' : 'on'}</span> <code>{name}</code>
      </h3>
      <p>
        <Prose text={summary} />
      </p>
      <div class="columns">
        <div>
          <h4>Payload</h4>
          <SchemaView schema={payloadOf(event, schemas)} schemas={schemas} isAnswer={sender === 'server'} />
        </div>
        <section class="try" aria-label={`Example of ${name}`}>
          <h4>Example</h4>
          <ExampleBox label={`Example of the event ${name}`} value={code} secret={apiKey} isWhole />
        </section>
      </div>
    </article>
  )
}

/** What the server sends when a client has sent something, so that one need not look through all events. */
const ANSWERS: readonly (readonly [sent: readonly string[], answered: readonly string[], when?: string])[] = [
  [['authenticate'], ['session_info', 'auth_error'], 'the session starts, or is refused'],
  [['text', 'say_line'], ['bot_response', 'bot_voice'], 'sound unless `textOnly`'],
  [['start_voice', 'stop_voice'], ['voice_started', 'voice_stopped'], 'in this order'],
  [['stream_audio'], ['stt_response', 'bot_response', 'bot_voice'], 'what was heard, then the reply'],
  [['camera_image'], ['bot_response', 'bot_voice']],
  [['client_interrupt'], ['interrupt']],
  [['subscribe_encounter'], ['encounter_message', 'encounter_voice', 'encounter_end']],
]

/** Which event answers which. */
export function EventAnswers() {
  const links = (names: readonly string[], sender: string) =>
    names.map((name, index) => (
      <>
        {index > 0 && ', '}
        <a href={`#${sender}_${name}`}>
          <code>{name}</code>
        </a>
      </>
    ))
  return (
    <dl class="event-answers">
      {ANSWERS.map(([sent, answered, when]) => (
        <div key={sent[0]}>
          <dt>{links(sent, 'client')}</dt>
          <dd>
            → {links(answered, 'server')}
            {when !== undefined && (
              <span class="soft">
                {' '}
                (<Prose text={when} />)
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
