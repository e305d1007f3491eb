import { usageError } from '../../errors/command-error.js'
import { runTurn } from '../chat-context.js'
import { readShownPicture } from '../shown-picture.js'
import type { SlashCommand } from '../slash-command.js'
import { firstWord, pathOf } from '../words.js'

export const image: SlashCommand = {
  name: 'image',
  takes: 'FILE [TEXT]',
  summary: 'Shows a picture, and says something with it: JPEG, PNG or WebP, at most 10 MB.',
  run: async (desk, visit, argument) => {
    const { word, rest } = firstWord(argument)
    if (word === '') throw usageError('Name the file of a picture', '/image FILE [TEXT]')
    await runTurn(desk, visit, { text: rest, picture: await readShownPicture(pathOf(word)) })
    return 'stay'
  },
}
