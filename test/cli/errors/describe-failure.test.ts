import { expect, test } from 'vitest'
import { inputNeededError, usageError } from '../../../src/cli/errors/command-error.js'
import { describeFailure } from '../../../src/cli/errors/describe-failure.js'
import {
  AuthError,
  MessageRefusedError,
  ServiceError,
  sessionClosed,
  UnreachableError,
  UnusableIdError,
} from '../../../src/client/create-client.js'

const service = (status: number, code: string, detail: unknown, retryAfterSeconds: number | null = null) =>
  new ServiceError({ status, code, detail, retryAfterSeconds })

const problems = [
  { loc: ['body', 'persona', 'name'], msg: 'must not be empty', type: 'minLength' },
  { loc: ['body'], msg: 'must be an object', type: 'type' },
]
const named = (name: string, more: object = {}) => Object.assign(new Error('What.'), { name }, more)

test.each([
  [
    'a wrong key',
    service(401, 'unauthenticated', 'Invalid API key'),
    'unauthenticated',
    'Invalid API key',
    401,
    4,
  ],
  [
    'a missing scope',
    service(403, 'insufficient_scope', { error: 'insufficient_scope', message: 'It lacks x' }),
    'insufficient_scope',
    'It lacks x',
    403,
    4,
  ],
  ['another refusal', service(403, 'forbidden', 'Not yours'), 'forbidden', 'Not yours', 403, 1],
  [
    'something unknown',
    service(404, 'not_found', 'Character not found'),
    'not_found',
    'Character not found',
    404,
    1,
  ],
  [
    'bad input',
    service(422, 'unprocessable', problems),
    'unprocessable',
    'The service rejected the input:\n  persona.name: must not be empty\n  body: must be an object',
    422,
    1,
  ],
  [
    'a detail without words',
    service(409, 'conflict', { running: 'x' }),
    'conflict',
    '{"running":"x"}',
    409,
    1,
  ],
  [
    'nobody there',
    new UnreachableError('http://h', 'network'),
    'unreachable',
    'No server answers at http://h',
    null,
    7,
  ],
  [
    'no answer in time',
    new UnreachableError('http://h', 'timeout'),
    'timeout',
    'http://h did not answer in time',
    null,
    7,
  ],
  ['an empty id', new UnusableIdError(''), 'usage', '"" cannot be an id', null, 2],
  [
    'an unknown command',
    Object.assign(new Error('command characters:lst not found'), { oclif: { exit: 2 } }),
    'usage',
    'command characters lst not found',
    null,
    2,
  ],
  ['a refused handshake', new AuthError('Invalid API key'), 'unauthenticated', 'Invalid API key', null, 4],
  ['a lost session', sessionClosed('lost'), 'session_lost', 'The connection to the server is lost', null, 7],
  ['a server that left', sessionClosed('server'), 'session_server', 'The server ended the session', null, 7],
  [
    'an idle session',
    sessionClosed('timeout'),
    'session_timeout',
    'The session was idle for too long',
    null,
    1,
  ],
  [
    'a refused message',
    new MessageRefusedError('rate_limited', 'Too many'),
    'rate_limited',
    'Too many',
    null,
    1,
  ],
  ['wrong usage', usageError('No'), 'usage', 'No', null, 2],
  ['missing input', inputNeededError('No', 'Yes'), 'input_needed', 'No', null, 4],
  ['a failed start', named('StartError', { hint: 'Do this.' }), 'start_failed', 'What.', null, 1],
  ['a prompt left with Ctrl-C', named('ExitPromptError'), 'interrupted', '', null, 130],
  [
    'what oclif finds',
    named('Error', { oclif: { exit: 2 }, message: 'Nonexistent flag: --x\nSee more help with --help' }),
    'usage',
    'Nonexistent flag: --x',
    null,
    2,
  ],
])('%s has its code and exit code', (_, error, code, message, status, exitCode) => {
  expect(describeFailure(error)).toMatchObject({ code, message, status, exitCode })
})

test.each<[unknown, string | null]>([
  [service(429, 'rate_limited', 'Slow down', 30), 'Try again in 30 seconds.'],
  [service(401, 'unauthenticated', 'x'), 'Pass valid credentials with --api-key or PARLEY_API_KEY.'],
  ...['Missing ID token', 'Invalid ID token'].map((words): [unknown, string] => [
    service(401, 'unauthenticated', words),
    'Pass a valid one with --id-token or PARLEY_ID_TOKEN. A local server issues its own: `parley token`.',
  ]),
  [named('StartError', { hint: 'Do this.' }), 'Do this.'],
  [named('StartError', { hint: '' }), null],
  [service(404, 'not_found', 'x'), null],
])('%s: what to do is said where something can be done', (error, hint) => {
  expect(describeFailure(error).hint).toBe(hint)
})

test('what nobody expected is told as a defect, with its stack', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('failure.test.ts'),
    exitCode: 1,
  })
  expect(describeFailure('thrown words').exitCode).toBe(1)
})
