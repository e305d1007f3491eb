import { usageError } from '../../errors/command-error.js'
import { readAttachedImage } from '../attached-image.js'
import { runTurn } from '../chat-context.js'
import { expandHome, splitFirstWord } from './shell-words.js'
import type { SlashCommand } from './slash-command.js'

export const image: SlashCommand = {
  name: 'image',
  argumentHelp: 'FILE [TEXT]',
  summary: 'Shows a picture, and says something with it: JPEG, PNG or WebP, at most 10 MB.',
  run: async (desk, visit, argument) => {
    const { word, rest } = splitFirstWord(argument)
    if (word === '') throw usageError('Name the file of a picture', '/image FILE [TEXT]')
    await runTurn(desk, visit, { text: rest, image: await readAttachedImage(expandHome(word)) })
    return 'stay'
  },
}
