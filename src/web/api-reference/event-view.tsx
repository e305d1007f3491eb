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
}

/** A socket event with its fields and an example. */
export function EventView({ event, schemas }: { readonly event: ApiEvent; readonly schemas: Schemas }) {
  const { id, name, sender, summary, payload } = event
  const example = { ...Object(exampleOf(payload, { schemas })), ...SAID[id] }
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
