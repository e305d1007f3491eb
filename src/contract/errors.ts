/** Exact texts of the contract, which clients may compare. */
export const AUTH_ERRORS = ['Invalid API key', 'Character not found', 'Missing required field'] as const
export type AuthErrorMessage = (typeof AUTH_ERRORS)[number]

/** Values of the `error` field of a socket `error` event. */
export const SOCKET_ERROR_CODES = [
  'rate_limited',
  'invalid_payload',
  'model_failed',
  'not_found',
  'internal',
] as const
export type SocketErrorCode = (typeof SOCKET_ERROR_CODES)[number]

export const INSUFFICIENT_SCOPE = 'insufficient_scope'

/** What a failure that nobody expected says; its cause goes to the log only. */
export const INTERNAL_ERROR = { status: 500, message: 'Internal server error' } as const

type ErrorForm = {
  readonly status: number
  /** The code of the `error` event of a socket; without one the event says `internal` and hides the message. */
  readonly socketCode?: SocketErrorCode
  /** The `auth_error` it becomes during authentication; without one that is `internal`, too. */
  readonly authError?: AuthErrorMessage
}

/** How each kind of expected failure looks on the wire: its HTTP status and its form on a socket. */
export const ERROR_KINDS = {
  invalid: { status: 400, socketCode: 'invalid_payload', authError: 'Missing required field' },
  unauthenticated: { status: 401, authError: 'Invalid API key' },
  forbidden: { status: 403, authError: 'Invalid API key' },
  not_found: { status: 404, socketCode: 'not_found', authError: 'Character not found' },
  conflict: { status: 409 },
  too_large: { status: 413 },
  unprocessable: { status: 422, socketCode: 'invalid_payload', authError: 'Missing required field' },
  quota: { status: 429, socketCode: 'rate_limited' },
  upstream: { status: 502, socketCode: 'model_failed' },
  unavailable: { status: 503 },
  timeout: { status: 504 },
  insufficient_storage: { status: 507 },
} as const satisfies Readonly<Record<string, ErrorForm>>
export type ErrorKind = keyof typeof ERROR_KINDS

/** The form of a kind, with every optional part. */
export const errorForm = (kind: ErrorKind): ErrorForm => ERROR_KINDS[kind]

/** One entry of the array that is the detail of a 422. */
type FieldProblem = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

type ErrorEntry = {
  readonly kind: ErrorKind
  /** The `detail` of the answer; a function where it names something. */
  readonly words: string | object | ((parameter: never) => string | object)
}

/** Every expected failure, in the words that clients may compare. Made into an error by `domainError`. */
export const ERRORS = {
  // Any resource
  notFound: { kind: 'not_found', words: (what: RecordName) => `${what} not found` },
  invalidFields: { kind: 'unprocessable', words: (problems: readonly FieldProblem[]) => problems },
  diskFull: { kind: 'insufficient_storage', words: 'The disk of the server is full: nothing was stored' },
  storeUnreachable: {
    kind: 'unavailable',
    words: 'The database of the server is not reachable: nothing was stored',
  },
  filesUnreachable: { kind: 'unavailable', words: 'The files of the server are not reachable' },
  serversSilent: {
    kind: 'unavailable',
    words: (count: number) =>
      `${count === 1 ? 'One of the servers did' : `${count} of the servers did`} not answer: what you ask for may be there`,
  },
  storeReadOnly: { kind: 'unavailable', words: 'The server can no longer store anything' },

  // Credentials
  missingCredential: { kind: 'unauthenticated', words: (what: string) => `Missing ${what}` },
  invalidKey: { kind: 'unauthenticated', words: AUTH_ERRORS[0] },
  invalidIdToken: { kind: 'unauthenticated', words: 'Invalid ID token' },
  identityProviderSilent: { kind: 'unavailable', words: 'The identity provider does not answer' },
  noBuiltInTokens: { kind: 'forbidden', words: 'ID tokens come from the configured identity provider' },
  staffOnly: { kind: 'forbidden', words: 'Staff only' },
  sessionTokenRefused: { kind: 'forbidden', words: 'Session tokens cannot manage characters' },
  insufficientScope: {
    kind: 'forbidden',
    words: (scope: string) => ({
      error: INSUFFICIENT_SCOPE,
      message: `This API key lacks the scope ${scope}`,
      requiredScope: scope,
    }),
  },
  controlRefused: { kind: 'forbidden', words: (how: string) => `Control routes do not answer ${how}` },
  missingLocalSecret: {
    kind: 'unauthenticated',
    words: (header: string) => `Missing local secret in the header ${header}: ${WHERE_THE_SECRET_IS}`,
  },
  invalidLocalSecret: {
    kind: 'unauthenticated',
    words: (header: string) =>
      `Invalid local secret in the header ${header}; it is new at each start: ${WHERE_THE_SECRET_IS}`,
  },

  // Organizations
  notActiveMember: { kind: 'forbidden', words: 'Not an active member of this organization' },
  ownerOnly: { kind: 'forbidden', words: 'Only the owner may do this' },
  ownerCannotLeave: { kind: 'conflict', words: 'The owner cannot leave the organization' },
  organizationDeleted: { kind: 'conflict', words: 'The organization is deleted' },
  organizationNotDeleted: { kind: 'conflict', words: 'The organization is not deleted' },
  needsSingleServer: {
    kind: 'conflict',
    words: (what: string) =>
      `${what} needs a single server: this one was started with --members, and others may serve the same records`,
  },
  purgeTooEarly: {
    kind: 'conflict',
    words: (due: Date) => `May be purged from ${due.toISOString()}, or earlier with force`,
  },

  // Bodies and files that are sent
  invalidForm: { kind: 'invalid', words: (why: string) => why },
  fileTooLarge: { kind: 'invalid', words: fileLimit },
  emptyFile: { kind: 'invalid', words: 'The file is empty' },
  invalidModelName: { kind: 'invalid', words: 'The name of the model file must end in .glb' },
  invalidModel: { kind: 'invalid', words: (why: string) => `The model is no binary glTF 2.0 file: ${why}` },
  imageTooLarge: { kind: 'invalid', words: 'The image is too large' },
  imageFormatUnknown: { kind: 'invalid', words: 'The image must be a JPEG, PNG or WebP' },
  imageBroken: { kind: 'invalid', words: 'The image cannot be decoded: it is broken or too large' },
  imageNotBase64: { kind: 'invalid', words: 'The image cannot be decoded: it is not base64' },
  generationImageTooLarge: { kind: 'too_large', words: 'The image may have at most 10 MB' },
  generationFileTooLarge: { kind: 'too_large', words: fileLimit },
  generationTextTooLong: { kind: 'too_large', words: 'The image may have at most 7.5 MB of base64' },
  idempotencyKeyInUse: {
    kind: 'conflict',
    words: 'A request with this Idempotency-Key is being answered right now',
  },
  idempotencyKeyReused: {
    kind: 'unprocessable',
    words: [
      { loc: ['header', 'Idempotency-Key'], msg: 'idempotency_key_reused', type: 'idempotency_key_reused' },
    ],
  },

  // Characters, documents and batches
  characterOfAnother: { kind: 'forbidden', words: 'Character belongs to someone else' },
  noAppearance: { kind: 'invalid', words: 'The character has no appearance to make a 3D model of' },
  modelInProgress: { kind: 'conflict', words: 'A 3D model of this character is being made' },
  noModelService: { kind: 'unavailable', words: 'No 3D model service is configured' },
  documentInProgress: {
    kind: 'conflict',
    words: 'The document is being ingested; cancel its batch first',
  },
  documentNotReady: { kind: 'conflict', words: 'The document is not ready' },
  linkExpired: { kind: 'forbidden', words: 'The link has expired' },
  tooManyDocuments: {
    kind: 'invalid',
    words: (limit: number) => `A character may hold at most ${limit} active documents`,
  },
  cannotAttach: {
    kind: 'unprocessable',
    words: (errors: readonly object[]) => ({ message: 'Some documents cannot be attached', errors }),
  },
  batchesDisabled: { kind: 'unavailable', words: 'Batch creation is temporarily disabled' },
  batchOfAnother: { kind: 'forbidden', words: 'Batch belongs to someone else' },
  batchFinished: { kind: 'conflict', words: 'The batch is finished' },
  batchRunning: { kind: 'conflict', words: 'The batch is still running' },
  nothingToRetry: { kind: 'invalid', words: 'There is nothing to retry' },
  anotherBatchRunning: {
    kind: 'quota',
    words: (runningBatchId: string) => ({ message: 'A batch is already running', runningBatchId }),
  },

  // Conversations and memories
  conversationOfAnother: { kind: 'forbidden', words: 'Conversation belongs to someone else' },
  memoryOfAnother: { kind: 'forbidden', words: 'Memory belongs to someone else' },
  confirmDeletion: { kind: 'invalid', words: 'Deleting all memories needs confirm=true' },
  notSuperseded: { kind: 'conflict', words: 'This memory is not superseded' },
  supersededLater: { kind: 'conflict', words: 'Undo the later supersession first' },
  heldByAnotherMemory: {
    kind: 'conflict',
    words: (id: string) => `Another memory says what holds now: ${id}`,
  },

  // Sessions and encounters
  missingField: { kind: 'invalid', words: AUTH_ERRORS[2] },
  notAuthenticatedInTime: { kind: 'invalid', words: 'No credentials arrived in time' },
  invalidPayload: { kind: 'unprocessable', words: payloadProblem },
  invalidCameraImage: {
    kind: 'invalid',
    words: (why: string) => payloadProblem({ event: 'camera_image', why }),
  },
  deletedDuringSession: {
    kind: 'not_found',
    words: (what: 'character' | 'conversation') => `The ${what} was deleted. Connect again to start anew`,
  },
  turnTimedOut: {
    kind: 'timeout',
    words: (seconds: number) => `The turn took longer than ${seconds} seconds`,
  },
  serverStopping: { kind: 'unavailable', words: 'The server is stopping' },
  sameCharacter: {
    kind: 'unprocessable',
    words: [{ loc: ['body', 'characterBId'], msg: 'Must be another character', type: 'value_error' }],
  },

  // Quotas
  tooManyBatchCharacters: {
    kind: 'quota',
    words: ({ limit, remaining }: { readonly limit: number; readonly remaining: number }) => ({
      message: `Daily quota of ${limit} characters created by batches exceeded`,
      remaining,
      limit,
    }),
  },
  tooManyBatchSubmits: {
    kind: 'quota',
    words: (limit: number) => `More than ${limit} batch submits in the last hour`,
  },
  tooManyGenerations: {
    kind: 'quota',
    words: (limit: number) => `More than ${limit} generation requests in the last hour`,
  },
  tooManyModels: {
    kind: 'quota',
    words: (limit: number) => `Model-generation quota exhausted (${limit}/day)`,
  },
  tooManyMemoryWrites: {
    kind: 'quota',
    words: (limit: number) => `Manual memory write quota exceeded (${limit}/day)`,
  },
  shareOpenedTooOften: { kind: 'quota', words: (bucket: string) => `Rate limit (${bucket})` },
  modelServiceExhausted: { kind: 'quota', words: 'Model-generation quota exhausted' },
  tooManyShares: {
    kind: 'quota',
    words: (limit: number) => `At most ${limit} active permanent shares per user`,
  },
  tooManyEncounters: {
    kind: 'quota',
    words: (limit: number) => `At most ${limit} encounters of an account at once`,
  },
  tooManySubscriptions: {
    kind: 'quota',
    words: (limit: number) => `At most ${limit} encounters may be followed at once`,
  },
  subscribedTooOften: {
    kind: 'quota',
    words: (limit: number) => `Too many subscriptions: at most ${limit} in 60 seconds`,
  },

  // Providers and this machine; the adapters have the sentences
  providerFailed: { kind: 'upstream', words: (sentence: string) => sentence },
  componentMissing: { kind: 'unavailable', words: (sentence: string) => sentence },
  noModelAsked: { kind: 'conflict', words: 'No model was asked in this turn' },
  modelFailed: { kind: 'upstream', words: 'The language model failed' },
  modelLate: { kind: 'upstream', words: 'The language model did not answer in time' },
  modelSentNoMemories: { kind: 'upstream', words: 'The language model sent no list of memories' },
  visionFailed: { kind: 'upstream', words: 'The vision model failed' },
  recogniserLate: { kind: 'upstream', words: 'The recogniser did not answer in time' },
  voiceFailed: { kind: 'upstream', words: 'The voice failed' },
  voiceLate: { kind: 'upstream', words: 'The voice did not go on in time' },
  invalidConfiguration: { kind: 'invalid', words: (problems: string) => problems },
} as const satisfies Readonly<Record<string, ErrorEntry>>
export type ErrorName = keyof typeof ERRORS

type RecordName =
  | 'API key'
  | 'Account'
  | 'Batch'
  | 'Character'
  | 'Conversation'
  | 'Document'
  | 'Encounter'
  | 'File'
  | 'Key set'
  | 'Member'
  | 'Memory'
  | 'Message'
  | 'Organization'
  | 'Page'
  | 'Share'
  | 'Turn'

function fileLimit(bytes: number): string {
  return `The file may have at most ${bytes / 2 ** 20} MB`
}

function payloadProblem({ event, why }: { readonly event: string; readonly why: string }): string {
  return `Invalid payload of ${event}: ${why}`
}

const WHERE_THE_SECRET_IS =
  'it is localSecret in the ready line of the server, in its --ready-file and in server.json of its data folder'
