/** Words that people search for, and those by which operations are called. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  add: ['create', 'post', 'give'],
  new: ['create'],
  make: ['create', 'generate'],
  upload: ['give', 'import'],
  send: ['post', 'emit', 'text'],
  say: ['text', 'speak'],
  says: ['text'],
  speak: ['voice', 'text', 'say'],
  chat: ['text', 'turn', 'conversation'],
  talk: ['text', 'voice', 'conversation'],
  hello: ['text'],
  message: ['text'],
  rename: ['update', 'change', 'patch'],
  edit: ['update', 'change', 'patch'],
  modify: ['update', 'change', 'patch'],
  set: ['update', 'put'],
  remove: ['delete'],
  erase: ['delete'],
  forget: ['delete', 'erase'],
  fetch: ['get', 'list', 'read'],
  show: ['get', 'list', 'read'],
  find: ['search', 'list', 'get'],
  image: ['picture', 'avatar'],
  photo: ['picture', 'avatar'],
  file: ['document', 'picture'],
  pdf: ['document'],
  user: ['player'],
  bot: ['character', 'agent'],
  figure: ['model'],
  invite: ['share'],
  link: ['share'],
  speech: ['voice', 'audio'],
  memory: ['memories'],
  conversation: ['conversations'],
}

const LETTER = /[a-z]/

/** Whether a text, as `searchable` gives it, has a word that begins so, or one that means the same. */
export const hasWord = (text: string, word: string): boolean =>
  beginsIn(text, word) || sameAs(text, word) !== undefined

/** A text in lower case, with the words that its names are made of: `maxTokens` is found by “tokens”. */
export const searchable = (text: string): string =>
  `${text} ${text.replaceAll(/([a-z])([A-Z])/g, '$1 $2')}`.toLowerCase()

/** A path without the names of its parameters, which others call otherwise: `/api/agents/{id}`, `/api/agents/:id`. */
export const withoutNames = (path: string): string => path.replaceAll(/\/(?:\{\w*\}|:\w+)/g, '/{}')

/** That “rate” stands in “generated” means nothing. */
export function beginsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER.test(text[at - 1] ?? '')) return true
  return false
}

/** Which of the words that mean the same as this one a text has. */
export const sameAs = (text: string, word: string): string | undefined =>
  SYNONYMS[word]?.find((one) => hasWhole(text, one))

/** That “give” stands in “given” means nothing. */
function hasWhole(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length + (text[at + word.length] === 's' ? 1 : 0)
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[end] ?? '')) return true
  }
  return false
}

/** What is meant by words that the reference has in other places, or nowhere: these come before all that only has them. */
const MEANT: Readonly<Record<string, string>> = {
  talk: 'start a session begin sessions connect login talk chat conversation hello websocket',
  authenticate: 'login sign in api key credentials password',
  refused: 'rate limit limits quota quotas too many requests retry 429 error errors',
  client_authenticate: 'start a session login connect sign in',
  client_text: 'talk chat say something message hello',
  server_session_info: 'session started start a session connected',
  server_bot_response: 'reply replies answer event response of the character',
  server_session_timeout: 'end of a session closed',
  takeTurn: 'talk chat say something message hello reply over rest without socket',
  deleteAllMemories: 'forget everything all',
  deleteMemory: 'forget one',
  deleteConversation: 'forget',
  uploadDocumentFile: 'upload file pdf document knowledge',
  addDocument: 'upload file pdf document knowledge',
  uploadAvatar: 'upload picture image photo',
}

export const meaningOf = (id: string): string => MEANT[id] ?? ''

/** Words that say nothing of what is searched. */
const FILLERS = new Set(
  'a an the to of for in on at by with how do does did can could i we my me is are be was what which where when who why that this it and or'.split(
    ' ',
  ),
)

/** The words of a query; those that say nothing only if there are no others. */
export function wordsIn(query: string): string[] {
  const all = withoutNames(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  const telling = all.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : all
}
