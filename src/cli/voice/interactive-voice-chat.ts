import type { Session } from '../../client/create-client.js'
import { createMicrophoneChunker } from '../../client/session/microphone-chunker.js'
import { CONNECTION_LOST_TEXT, RECONNECTED_TEXT, rejectOnSessionEnd } from '../chat/session/reconnection.js'
import { printable, printableLine } from '../output/printable.js'
import { toChatTurn, type VoiceChat } from './voice-chat.js'
import { startVoiceConversation, type VoiceConversation } from './voice-conversation.js'
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
  const { colour } = output.terminal
  const line = openStatusLine(output)
  /** What is being said; computed when it is shown, because captions go with the sound. */
  let liveText = () => ''
  const conversation: VoiceConversation = startVoiceConversation(
    { ...talk, loudspeaker },
    {
      onTranscript: (text, isFinal) => {
        liveText = () => (isFinal ? '' : text)
        if (isFinal && text.trim() !== '') line.tell(`you> ${printable(text)}`)
      },
      onReplyText: (text, messageId) => {
        liveText = () => conversation.spokenText(messageId, text)
      },
      onReplyComplete: () => undefined,
      onPlaybackComplete: async (turn, _, spoken) => {
        liveText = () => ''
        line.tell(
          `${colour.cyan(printableLine(characterName))}: ${printable(spoken)}${turn.isInterrupted || spoken !== turn.reply ? ' …' : ''}`,
        )
        if (turn.error !== null) line.tell(`(${printable(turn.error)})`)
        const chatTurn = toChatTurn(turn)
        await chat.transcript(chatTurn)
        const figures = await chat.readFigures(chatTurn)
        if (figures !== undefined) line.tell(figures.render(output.terminal))
      },
      onVoiceError: (message) => line.tell(`(${printable(message)})`),
    },
  )
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
    liveText = () => ''
    voiceInput.close()
    return isCut
  })
  try {
    await voiceInput.open()
    const listening = streamMicrophone(person, voiceInput, (state) =>
      isConnected() ? line.show(state, liveText()) : line.show(CONNECTION_LOST_TEXT, ''),
    )
    const ended = [keys.left, listening, conversation.failed, voiceInput.failed, rejectOnSessionEnd(session)]
    await Promise.race(ended)
  } finally {
    line.clear()
    keys.close()
  }
}

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
