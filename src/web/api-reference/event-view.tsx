import type { ApiEvent, Schemas } from './api-document.js'
import { exampleOf } from './example.js'
import { ExampleBox } from './example-box.js'
import { Prose } from './prose.js'
import { SchemaView } from './schema-view.js'

/** A socket event with its fields and an example. */
export function EventView({ event, schemas }: { readonly event: ApiEvent; readonly schemas: Schemas }) {
  const { id, name, sender, summary, payload } = event
  const example = JSON.stringify(exampleOf(payload, { schemas }), null, 2)
  const code =
    sender === 'client'
      ? `socket.emit('${name}', ${example})`
      : `socket.on('${name}', (payload) => …)\n\n// payload\n${example}`
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
          <SchemaView schema={payload} schemas={schemas} />
        </div>
        <section class="try" aria-label={`Example of ${name}`}>
          <h4>Example</h4>
          <ExampleBox label={`Example of the event ${name}`} value={code} />
        </section>
      </div>
    </article>
  )
}
