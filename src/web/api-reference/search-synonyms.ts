/** Words that people search for, and those by which operations are called. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  add: ['create', 'post', 'give'],
  new: ['create'],
  make: ['create', 'generate'],
  upload: ['give', 'put', 'import'],
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
  fetch: ['get', 'list', 'read'],
  show: ['get', 'list', 'read'],
  find: ['search', 'list', 'get'],
  image: ['picture', 'avatar'],
  photo: ['picture', 'avatar'],
  file: ['document', 'picture'],
  user: ['player'],
  bot: ['character', 'agent'],
  figure: ['model'],
  invite: ['share'],
  link: ['share'],
  speech: ['voice', 'audio'],
}

/** Whether a lower-case text has this word, or one that means the same. */
export const hasWord = (text: string, word: string): boolean =>
  [word, ...(SYNONYMS[word] ?? [])].some((one) => text.includes(one))
