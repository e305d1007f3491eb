import type { Clock } from '../clock.js'
import { type ActionCall, actionTag } from './actions.js'
import { createChunker } from './chunks.js'
import type { SessionPeer } from './ports.js'

/** Who caused the `interrupt`. */
export type InterruptReason = 'client_interrupt' | 'new_message'

/** One reply on its way to the client, under one id. It is open until its final, its interrupt, or the session's end. */
export interface Reply {
  readonly id: string
  readonly kind: 'answer' | 'line'
  /** Aborts when nothing more of this reply is wanted. */
  readonly signal: AbortSignal
  isOpen(): boolean
  /** The text that went out so far: what the player got, and what is stored. */
  said(): string
  say(text: string, options?: { readonly isToken: boolean }): void
  act(call: ActionCall): void
  /** Sends the final: all that was said, or `instead` when that is nothing. */
  finish(instead?: string): void
  interrupt(reason: InterruptReason): void
  /** Closes the reply without a word to the client. */
  abandon(): void
}

type ReplySettings = {
  readonly id: string
  readonly kind: Reply['kind']
  /** False: the client knows actions only as inline tags in the final (wire-protocol, 4.6). */
  readonly hasClientActions: boolean
}

export function createReply(
  { peer, clock }: { peer: SessionPeer; clock: Clock },
  { id, kind, hasClientActions }: ReplySettings,
): Reply {
  const chunker = createChunker()
  const stop = new AbortController()
  const tags: string[] = []
  let said = ''
  let index = 0
  let isOpen = true

  const close = (reason: unknown) => {
    isOpen = false
    stop.abort(reason)
  }
  const respond = (words: { text: string; is_final: boolean; token_stream?: true }) => {
    const partial = words.is_final ? '' : words.text
    peer.emit('bot_response', {
      message_id: id,
      partial,
      chunk_index: index,
      is_interjection: false,
      ...words,
    })
    index += 1
  }

  return {
    id,
    kind,
    signal: stop.signal,
    isOpen: () => isOpen,
    said: () => said,
    say: (text, { isToken } = { isToken: false }) => {
      const chunk = isOpen ? chunker.next(text) : ''
      if (chunk === '') return
      said += chunk
      respond({ text: chunk, is_final: false, ...(isToken && { token_stream: true }) })
    },
    act: (call) => {
      if (!isOpen) return
      if (!hasClientActions) return void tags.push(actionTag(call))
      const timestamp = clock.now().toISOString()
      peer.emit('client_action', { ...call, message_id: id, chunk_index: index, timestamp })
    },
    finish: (instead = '') => {
      if (!isOpen) return
      close('finished')
      respond({ text: [said || instead, ...tags].join(' '), is_final: true })
    },
    interrupt: (reason) => {
      if (!isOpen) return
      close(reason)
      peer.emit('interrupt', { message_id: id, reason })
    },
    abandon: () => close('abandoned'),
  }
}
