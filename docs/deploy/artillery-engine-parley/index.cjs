// An engine for Artillery (https://www.artillery.io): virtual users talk to a character. Artillery makes one engine in each
// process, asks it once for each scenario, and runs what it returns once for each virtual user.

const { performance } = require('node:perf_hooks')
const { setTimeout: sleep } = require('node:timers/promises')

class ParleyEngine {
  /** `script` is the whole script; this engine's settings are in `config.engines.parley`. */
  constructor(script) {
    const { config } = script
    const { character } = config.engines?.parley ?? {}
    if (!character) throw new Error('config.engines.parley.character is missing: the id of a character')
    this.baseUrl = config.target
    this.characterId = character
  }

  createScenario({ flow }, ee) {
    return (context, callback) => {
      ee.emit('started')
      this.talk(flow, context, ee).then(
        () => callback(null, context),
        (error) => {
          ee.emit('error', error.code ?? error.name)
          callback(error, context)
        },
      )
    }
  }

  async talk(flow, context, ee) {
    // parley is an ES module, an engine is not.
    const { createClient } = await import('parley/client')
    const { baseUrl, characterId } = this
    // Artillery gives each virtual user the environment and an id of its own.
    const client = createClient({ baseUrl, apiKey: context.vars.$env.PARLEY_API_KEY })
    const session = client.session({ characterId, playerId: `artillery-${context._uid}` })
    try {
      await timed(ee, 'parley.session.connect', () => session.connect())
      for (const step of flow) await play(session, step, ee)
    } finally {
      session.disconnect()
    }
  }
}

async function play(session, step, ee) {
  if (step.think !== undefined) return sleep(Number(step.think) * 1000)
  if (step.text === undefined) throw new Error(`There is no step ${Object.keys(step)[0]}: use text or think`)
  const reply = await timed(ee, 'parley.turn.complete', () => session.ask(step.text))
  if (reply.error !== null) throw new Error(reply.error)
  const isMet = step.expect === undefined || reply.text.includes(step.expect)
  ee.emit('counter', isMet ? 'parley.turn.expected' : 'parley.turn.unexpected', 1)
}

async function timed(ee, metric, work) {
  const start = performance.now()
  const result = await work()
  ee.emit('histogram', metric, performance.now() - start)
  return result
}

module.exports = ParleyEngine
