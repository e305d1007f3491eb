import { WEBRTC_NOT_SUPPORTED } from '../../contract/webrtc.js'
import type { ApiEvent, Schemas } from './api-document.js'
import { exampleOf } from './example.js'
import { ExampleBox } from './example-box.js'
import { Prose } from './prose.js'
import { SchemaView } from './schema-view.js'

/** Events of which many make one reply: what differs in a part of it from its end. */
const PARTS: Readonly<Record<string, { readonly title: string; readonly fields: object }>> = {
  server_bot_response: {
    title: 'A chunk, of which there are as many as the reply needs',
    fields: { text: 'Of course. ', partial: 'Of course. ', is_final: false, chunk_index: 0 },
  },
  server_bot_voice: { title: 'A part of the sound', fields: { is_final: false, chunk_index: 0 } },
  server_stt_response: { title: 'What is heard so far', fields: { text: 'Do you', is_final: false } },
}

/** What the character or the service says, which is not what the player does. */
const SAID: Readonly<Record<string, object>> = {
  server_bot_response: { text: 'Of course. How are the bees?' },
  server_error: { message: 'The language model failed' },
  server_session_timeout: { reason: 'inactivity', idle_seconds: 1800, timeout_seconds: 1800 },
  server_voice_timeout: { reason: 'voice_inactivity' },
  server_session_rejected: { reason: 'concurrent_limit', cap: 5 },
  server_client_action: { name: 'wave_hand', arguments: { times: 2 } },
  server_quota_exceeded: {
    message: 'This link was good for 20 turns, and they are used up',
    error: 'max_interactions',
    ...{ tier: 'share', current: 20, limit: 20, remaining: 0 },
  },
  server_voice_error: { error: 'recognition_failed', message: 'The recogniser did not answer in time' },
  server_livekit_error: { error: WEBRTC_NOT_SUPPORTED },
}

/** One credential stands for the other. */
const LEFT_OUT: Readonly<Record<string, string>> = { client_authenticate: 'token' }

const without = (value: Readonly<Record<string, unknown>>, left: string | undefined): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== left))

/** A socket event with its fields and an example. */
export function EventView({ event, schemas }: { readonly event: ApiEvent; readonly schemas: Schemas }) {
  const { id, name, sender, summary, payload } = event
  const example = without({ ...Object(exampleOf(payload, { schemas })), ...SAID[id] }, LEFT_OUT[id])
  const json = (value: unknown) => JSON.stringify(value, null, 2)
  const part = PARTS[id]
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
          <SchemaView schema={payload} schemas={schemas} isAnswer={sender === 'server'} />
        </div>
        <section class="try" aria-label={`Example of ${name}`}>
          <h4>Example</h4>
          <ExampleBox label={`Example of the event ${name}`} value={code} />
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
