import { usageError } from '../../errors/command-error.js'
import { runTurn } from '../chat-context.js'
import { readAttachedImage } from '../turn.js'
import { expandHome, splitFirstWord } from './shell-words.js'
import type { SlashCommand } from './slash-command.js'

export const say: SlashCommand = {
  name: 'say',
  argumentHelp: 'TEXT',
  summary: 'Has the character say this text unchanged; no model is called.',
  run: async (context, playerSession, text) => {
    if (text === '') throw usageError('There is nothing to say', '/say TEXT')
    await runTurn(context, playerSession, { text, isScripted: true })
    return 'stay'
  },
}

export const image: SlashCommand = {
  name: 'image',
  argumentHelp: 'FILE [TEXT]',
  summary: 'Shows a picture, and says something with it: JPEG, PNG or WebP, at most 10 MB.',
  run: async (context, playerSession, argument) => {
    const { word, rest } = splitFirstWord(argument)
    if (word === '') throw usageError('Name the file of a picture', '/image FILE [TEXT]')
    const attached = await readAttachedImage(expandHome(word))
    await runTurn(context, playerSession, { text: rest, image: attached })
    return 'stay'
  },
}
