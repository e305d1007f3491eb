import { createMicrophoneChunker } from '../../client/session/microphone-chunker.js'
import { CONNECTION_LOST_TEXT, RECONNECTED_TEXT } from '../chat/session/reconnection.js'
import { rejectOnSessionEnd } from '../chat/session/session-end.js'
import { printable, printableLine } from '../output/printable.js'
import { createPushToTalkKey } from './push-to-talk-key.js'
import { toChatTurn, type VoiceChat } from './voice-chat.js'
import { startVoiceConversation, type VoiceConversation } from './voice-conversation.js'
import { listenForVoiceKeys } from './voice-keys.js'
import { createVoiceStatusLine, renderLevelMeter } from './voice-status-line.js'

export type VoiceParticipant = {
  /** What the microphone hears, until the program ends. */
  readonly sound: AsyncIterable<Float32Array>
  /** The microphone stays open: there is no echo. */
  readonly hasHeadphones: boolean
  /** Leaves for good. */
  readonly leave: () => void
}

/** Holds a conversation by voice with a person at a terminal, until q, Ctrl-D or Ctrl-C. */
export async function runInteractiveVoiceChat(chat: VoiceChat, person: VoiceParticipant): Promise<void> {
  const { talk, loudspeaker, output, character } = chat
  const { colour } = output.terminal
  const line = openStatusLine(output)
  let saying = ''
  const conversation = startVoiceConversation(
    { ...talk, loudspeaker },
    {
      onTranscript: (text, isFinal) => {
        saying = isFinal ? '' : text
        if (isFinal && text.trim() !== '') line.tell(`you> ${printable(text)}`)
      },
      onReplyText: (text) => {
        saying = text
      },
      onReplyComplete: ({ reply, isInterrupted }) => {
        saying = ''
        line.tell(`${colour.cyan(printableLine(character))}: ${printable(reply)}${isInterrupted ? ' …' : ''}`)
      },
      onPlaybackComplete: async (turn) => {
        if (turn.error !== null) line.tell(`(${printable(turn.error)})`)
        await chat.transcript(toChatTurn(turn))
      },
      onVoiceError: (message) => line.tell(`(${printable(message)})`),
    },
  )
  const ear = createVoiceInput(chat, person, conversation)
  output.note(hint(character, person))
  const isConnected = () => talk.session.state() === 'connected'
  let isInterrupted = false
  const interrupt = () => {
    if (isInterrupted || !conversation.isAnswering() || !isConnected()) person.leave()
    isInterrupted = true
    talk.session.sendInterrupt()
  }
  const talkKey = () => {
    isInterrupted = false
    ear.hit()
  }
  const keys = listenForVoiceKeys(process.stdin, { onTalkKey: talkKey, onInterrupt: interrupt })
  talk.session.on('connectionStateChanged', ({ state, previous }) => {
    if (state === 'connected' && previous === 'reconnecting') line.tell(RECONNECTED_TEXT)
    if (state !== 'reconnecting') return
    if (conversation.isAnswering() || ear.isOpen()) line.tell('(What was being said is lost; say it again.)')
    saying = ''
    line.show(CONNECTION_LOST_TEXT, '')
    ear.close()
  })
  try {
    await ear.open()
    const listening = streamMicrophone(person, ear, (state) =>
      isConnected() ? line.show(state, saying) : line.show(CONNECTION_LOST_TEXT, ''),
    )
    const ended = [keys.left, listening, conversation.failed, ear.failed, rejectOnSessionEnd(talk.session)]
    await Promise.race(ended)
  } finally {
    line.clear()
    keys.close()
  }
}

const openStatusLine = ({ terminal }: VoiceChat['output']) =>
  createVoiceStatusLine({
    write: (text) => void process.stdout.write(text),
    width: () => process.stdout.columns ?? terminal.width,
  })

const hint = (character: string, { hasHeadphones }: VoiceParticipant): string =>
  hasHeadphones
    ? `Talking to ${printableLine(character)}: just speak. Ctrl-C stops a reply, q leaves.`
    : `Talking to ${printableLine(character)}: hold the space bar to speak, or tap it. q leaves.`

type VoiceInput = ReturnType<typeof createVoiceInput>

/** When the microphone's sound goes to the service. */
function createVoiceInput(
  { talk: { session } }: VoiceChat,
  person: VoiceParticipant,
  conversation: VoiceConversation,
) {
  const microphone = createMicrophoneChunker(session)
  let isOpen = false
  let settled: Promise<void> = Promise.resolve()
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  const isConnected = () => session.state() === 'connected'
  /** One after the other: a quick press must not overtake the release before it. */
  const then = (work: () => Promise<void>) => {
    settled = settled
      .then(() => (isConnected() ? work() : undefined))
      // What a lost connection cut off is told, and is said again.
      .catch((error: unknown) => (isConnected() ? fail(error) : undefined))
    return settled
  }
  const key = createPushToTalkKey(after, {
    press: () => {
      if (conversation.isAnswering() && isConnected()) session.sendInterrupt()
      void then(async () => {
        await session.startVoice({ pushToTalk: true })
        isOpen = true
      })
    },
    release: () =>
      void then(async () => {
        isOpen = false
        microphone.flush()
        await session.stopVoice()
      }),
  })
  const listenOn = () =>
    then(async () => {
      await session.startVoice()
      isOpen = true
    })
  if (person.hasHeadphones) {
    // The ear closes when nobody spoke for long, and with the connection.
    session.on('voiceTimeout', () => void listenOn())
    session.on('sessionConnected', () => void listenOn())
  }
  return {
    failed,
    isOpen: () => isOpen,
    /** With the connection; a new session begins with a closed one. */
    close: () => {
      isOpen = false
      key.reset()
    },
    hit: () => (person.hasHeadphones ? undefined : key.hit()),
    open: () => (person.hasHeadphones ? listenOn() : Promise.resolve()),
    push: (samples: Float32Array) => {
      if (isOpen && isConnected()) microphone.push(samples)
    },
  }
}

async function streamMicrophone(
  { sound, hasHeadphones }: VoiceParticipant,
  ear: VoiceInput,
  show: (state: string) => void,
): Promise<void> {
  for await (const samples of sound) {
    ear.push(samples)
    show(`${renderLevelMeter(samples)} ${stateOf(ear, hasHeadphones)} `)
  }
}

function stateOf(ear: VoiceInput, hasHeadphones: boolean): string {
  if (hasHeadphones) return 'open'
  return ear.isOpen() ? 'REC ' : '    '
}

function after(ms: number, due: () => void): () => void {
  const timer = setTimeout(due, ms)
  return () => clearTimeout(timer)
}
