import type { Session } from '../../client/create-client.js'
import { createMicrophoneChunker } from '../../client/session/microphone-chunker.js'
import { failureText } from '../chat/failed-turn.js'
import { CONNECTION_LOST_TEXT, RECONNECTED_TEXT, rejectOnSessionEnd } from '../chat/session/reconnection.js'
import { printable, printableLine } from '../output/printable.js'
import { toChatTurn, type VoiceChat, wasSaid } from './voice-chat.js'
import {
  startVoiceConversation,
  type VoiceConversation,
  type VoiceConversationView,
} from './voice-conversation.js'
import { createPushToTalkKey, listenForVoiceKeys } from './voice-keys.js'
import { createVoiceStatusLine, renderLevelMeter, type VoiceStatusLine } from './voice-status-line.js'

export type VoiceParticipant = {
  /** The sound of the microphone. */
  readonly sound: AsyncIterable<Float32Array>
  /** With headphones there is no echo, so the microphone stays open. */
  readonly hasHeadphones: boolean
  /** Ends the program. */
  readonly leave: () => void
}

/** Runs a conversation by voice with a person at a terminal, until q, Ctrl-D or Ctrl-C. */
export async function runInteractiveVoiceChat(chat: VoiceChat, person: VoiceParticipant): Promise<void> {
  const { talk, loudspeaker, output, characterName } = chat
  const { session } = talk
  const line = openStatusLine(output)
  const view = createConversationView(chat, line)
  const conversation = startVoiceConversation({ ...talk, loudspeaker }, view)
  const voiceInput = createVoiceInput(chat, person, conversation)
  output.note(hint(characterName, person))
  const isConnected = () => session.state() === 'connected'
  let isInterrupted = false
  const interrupt = () => {
    if (isInterrupted || !conversation.isAnswering() || !isConnected()) person.leave()
    isInterrupted = true
    session.sendInterrupt()
  }
  const talkKey = () => {
    isInterrupted = false
    voiceInput.handleTalkKey()
  }
  const keys = listenForVoiceKeys(process.stdin, { onTalkKey: talkKey, onInterrupt: interrupt })
  watchConnection(session, line, () => {
    const isCut = conversation.isAnswering() || voiceInput.isOpen()
    view.clear()
    voiceInput.close()
    return isCut
  })
  try {
    await voiceInput.open()
    const listening = streamMicrophone(person, voiceInput, (state) =>
      isConnected() ? line.show(state, view.liveText(conversation)) : line.show(CONNECTION_LOST_TEXT, ''),
    )
    const ended = [keys.left, listening, conversation.failed, voiceInput.failed, rejectOnSessionEnd(session)]
    await Promise.race(ended)
  } finally {
    line.clear()
    keys.close()
  }
}

/** Shows what is said: while it is said in the status line, then as a line of its own. */
function createConversationView(
  { talk, output, characterName, transcript, readFigures }: VoiceChat,
  line: VoiceStatusLine,
): VoiceConversationView & {
  liveText(captions: Pick<VoiceConversation, 'spokenText'>): string
  clear(): void
} {
  const name = output.terminal.colour.cyan(printableLine(characterName))
  let live: { readonly text: string; readonly messageId?: string } = NOTHING
  /** Replies that are shown whole before their sound has ended. */
  const told = new Set<string>()
  const tellReply = (text: string, isCut: boolean) => {
    live = NOTHING
    line.tell(`${name}: ${printable(text)}${isCut ? ' …' : ''}`)
  }
  return {
    // Computed when it is shown, because captions go with the sound.
    liveText: ({ spokenText }) =>
      live.messageId === undefined ? live.text : spokenText(live.messageId, live.text),
    clear: () => {
      live = NOTHING
    },
    onTranscript: (text, isFinal) => {
      live = isFinal ? NOTHING : { text }
      if (isFinal && text.trim() !== '') line.tell(`you> ${printable(text)}`)
    },
    onReplyText: (text, messageId) => {
      live = { text, messageId }
    },
    onReplyComplete: (turn, hasCaptions) => {
      const { reply, messageId, isInterrupted, error } = turn
      live = wasSaid(turn) ? { text: reply, messageId } : NOTHING
      if (hasCaptions && wasSaid(turn)) return
      told.add(messageId)
      if (wasSaid(turn)) tellReply(reply, isInterrupted || error !== null)
    },
    onPlaybackComplete: async (turn, _, spoken) => {
      const { messageId, reply, isInterrupted, error } = turn
      const isCut = isInterrupted || error !== null || spoken !== reply
      if (!told.delete(messageId)) tellReply(spoken, isCut)
      if (error !== null) line.tell(failureText(talk.baseUrl, { ...turn, error }))
      const chatTurn = toChatTurn(turn)
      await transcript(chatTurn)
      const figures = await readFigures(chatTurn)
      if (figures !== undefined) line.tell(figures.render(output.terminal))
    },
    onVoiceError: (message) => line.tell(`(${printable(message)})`),
  }
}

const NOTHING = { text: '' }

/** Shows the state of the connection. `onLost` tells whether a turn was cut off. */
function watchConnection(session: Session, line: VoiceStatusLine, onLost: () => boolean): void {
  session.on('connectionStateChanged', ({ state, previous }) => {
    if (state === 'connected' && previous === 'reconnecting') line.tell(RECONNECTED_TEXT)
    if (state !== 'reconnecting') return
    if (onLost()) line.tell('(What was being said is lost; say it again.)')
    line.show(CONNECTION_LOST_TEXT, '')
  })
}

const openStatusLine = ({ terminal }: VoiceChat['output']) =>
  createVoiceStatusLine({
    write: (text) => void process.stdout.write(text),
    width: () => process.stdout.columns ?? terminal.width,
  })

const hint = (characterName: string, { hasHeadphones }: VoiceParticipant): string =>
  hasHeadphones
    ? `Talking to ${printableLine(characterName)}: just speak. Ctrl-C stops a reply, q leaves.`
    : `Talking to ${printableLine(characterName)}: hold the space bar to speak, or tap it. q leaves.`

type VoiceInput = ReturnType<typeof createVoiceInput>

/** Decides when the sound of the microphone is sent: always with headphones, else while the talk key is held. */
function createVoiceInput(
  { talk: { session } }: VoiceChat,
  person: VoiceParticipant,
  conversation: VoiceConversation,
) {
  const microphone = createMicrophoneChunker(session)
  let isOpen = false
  let queue: Promise<void> = Promise.resolve()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const isConnected = () => session.state() === 'connected'
  /** Runs requests one after the other, so that a quick press cannot overtake the release before it. */
  const enqueue = (work: () => Promise<void>) => {
    queue = queue
      .then(() => (isConnected() ? work() : undefined))
      // A failure because of a lost connection is reported with the connection state.
      .catch((error: unknown) => (isConnected() ? fail(error) : undefined))
    return queue
  }
  const key = createPushToTalkKey(after, {
    press: () => {
      if (conversation.isAnswering() && isConnected()) session.sendInterrupt()
      void enqueue(async () => {
        await session.startVoice({ pushToTalk: true })
        isOpen = true
      })
    },
    release: () =>
      void enqueue(async () => {
        isOpen = false
        microphone.flush()
        await session.stopVoice()
      }),
  })
  const openMicrophone = () =>
    enqueue(async () => {
      await session.startVoice()
      isOpen = true
    })
  if (person.hasHeadphones) {
    // The service ends voice input after a long silence, and a new connection begins without it.
    session.on('voiceTimeout', () => void openMicrophone())
    session.on('sessionConnected', () => void openMicrophone())
  }
  return {
    failed,
    isOpen: () => isOpen,
    /** Call when the connection is lost: a new session begins with voice input closed. */
    close: () => {
      isOpen = false
      key.reset()
    },
    handleTalkKey: () => (person.hasHeadphones ? undefined : key.hit()),
    open: () => (person.hasHeadphones ? openMicrophone() : Promise.resolve()),
    push: (samples: Float32Array) => {
      if (isOpen && isConnected()) microphone.push(samples)
    },
  }
}

async function streamMicrophone(
  { sound, hasHeadphones }: VoiceParticipant,
  voiceInput: VoiceInput,
  show: (state: string) => void,
): Promise<void> {
  for await (const samples of sound) {
    voiceInput.push(samples)
    show(`${renderLevelMeter(samples)} ${stateOf(voiceInput, hasHeadphones)} `)
  }
}

function stateOf(voiceInput: VoiceInput, hasHeadphones: boolean): string {
  if (hasHeadphones) return 'open'
  return voiceInput.isOpen() ? 'REC ' : '    '
}

function after(ms: number, due: () => void): () => void {
  const timer = setTimeout(due, ms)
  return () => clearTimeout(timer)
}
