import type { Timers } from '../../../domain/clock.js'
import { createConditionVariable } from '../../../domain/condition-variable.js'
import { domainError } from '../../../domain/errors.js'
import type { Log } from '../../../domain/log.js'
import type { PeerAnswers, Peers } from '../../../domain/peers.js'
import type { SideSession } from '../side-session.js'

/** A notification carries the number of the question. */
export const QUESTIONS_CHANNEL = 'parley_questions'
export const ANSWERS_CHANNEL = 'parley_answers'

/** How long the others have to answer. */
const ANSWER_MS = 2000
/** A notification may get lost. */
const LOOK_MS = 100

const NO_ANSWER = ''

type PeersDeps = {
  readonly member: string
  readonly session: Pick<SideSession, 'query'>
  /** Resolves when all is known here that any member had stored before the call. */
  readonly refresh: () => Promise<void>
  readonly timers: Pick<Timers, 'after' | 'elapsed'>
  readonly log: Log
}

/**
 * Questions and answers as rows, in tables that are not logged: they go when the question is answered, and with the row of
 * the member that has asked. Only those ask who want to know what others have in memory, so nobody else pays for it.
 */
export function createPeers({ member, session, refresh, timers, log }: PeersDeps) {
  const answered = createConditionVariable()
  /** One that has only just come has nothing to tell. */
  let answer: (question: string) => string | undefined = () => undefined
  const reply = async (number: number) => {
    const [asked] = await session.query(
      'select question from parley.questions where number = $1 and asker <> $2',
      [number, member],
    )
    if (asked === undefined) return
    // What was erased must not be told.
    await refresh()
    const text = answer(String(asked['question'])) ?? NO_ANSWER
    await session.query(
      `with told as (insert into parley.answers (question, member, answer)
         select number, $2, $3 from parley.questions where number = $1 returning question)
       select pg_notify('${ANSWERS_CHANNEL}', question::text) from told`,
      [number, member, text],
    )
  }
  const peers: Peers = {
    answerWith(how) {
      answer = how
    },
    async ask(question, enough) {
      try {
        return await askAll({ member, session, timers, answered }, question, enough)
      } catch (cause) {
        throw domainError('storeUnreachable', { cause })
      }
    },
  }
  return {
    peers,
    hear(channel: string, payload: string | undefined): void {
      if (channel === ANSWERS_CHANNEL) answered.notifyAll()
      if (channel !== QUESTIONS_CHANNEL || payload === undefined) return
      reply(Number(payload)).catch((error: unknown) =>
        log.warn('Another server could not be told what it has asked', { error }),
      )
    },
  }
}

type Asking = Pick<PeersDeps, 'member' | 'session' | 'timers'> & {
  readonly answered: ReturnType<typeof createConditionVariable>
}

async function askAll(
  { member, session, timers, answered }: Asking,
  question: string,
  enough: 'all' | 'first',
): Promise<PeerAnswers> {
  const end = timers.elapsed() + ANSWER_MS
  const [asked] = await session.query(
    `with asked as (insert into parley.questions (asker, question) values ($1, $2) returning number)
     select number, pg_notify('${QUESTIONS_CHANNEL}', number::text) from asked`,
    [member, question],
  )
  const number = Number(asked?.['number'])
  const answers = new Map<string, string>()
  try {
    for (;;) {
      const rows = await session.query(
        `select members.name, answers.answer from parley.members
           left join parley.answers on question = $1 and member = members.name
           where members.name <> $2 and members.name <> all ($3)`,
        [number, member, [...answers.keys()]],
      )
      const told = rows.filter((row) => typeof row['answer'] === 'string')
      for (const row of told) answers.set(String(row['name']), String(row['answer']))
      const silent = rows.length - told.length
      const heard = [...answers.values()].filter((text) => text !== NO_ANSWER)
      const isEnough = enough === 'first' && heard.length > 0
      if (silent === 0 || isEnough || timers.elapsed() >= end) return { answers: heard, silent }
      const cancel = timers.after(LOOK_MS, answered.notifyAll)
      await answered.wait()
      cancel()
    }
  } finally {
    await session.query('delete from parley.questions where number = $1', [number]).catch(() => undefined)
  }
}
