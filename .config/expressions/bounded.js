/** Expressions that are composed while the program runs, and why no text can make them slow. */
export const BOUNDED = [
  {
    file: 'src/audio/speech/grapheme-to-phoneme.ts',
    why: 'made of the letter-to-sound rules in this file alone, tried at one position of a word',
  },
  {
    file: 'src/http/errors.ts',
    why: 'made of the addresses of our own routes; segments do not overlap, and only the end takes more than one',
  },
  { file: 'src/runtime/config/reply-script.ts', why: 'compiled for its error message, never run' },
  {
    file: 'src/store/characters.ts',
    why: 'a literal text of 100 characters at most, by the contract, without any operator',
  },
  {
    file: 'src/web/api-reference/example.ts',
    why: 'the patterns of our own API documents, tried at the few texts of this file',
  },
]
