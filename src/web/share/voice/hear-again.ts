import type { KeptText } from '../tab-storage.js'
import type { VisitorVoice } from './visitor-voice.js'

type HearAgainDeps = {
  readonly voice: Pick<VisitorVoice, 'state' | 'subscribe' | 'open' | 'await'>
  /** Whether replies were read aloud in this tab; outlasts a reload. */
  readonly aloud: KeptText
  readonly page: EventTarget
  /** Whether there is a conversation. */
  isTalking(): boolean
}

/**
 * Replies that were read aloud before a reload are so again. Browsers play no sound of a page with which nobody has done
 * anything, so that is waited for.
 */
export function hearAgain({ voice, aloud, page, isTalking }: HearAgainDeps): void {
  const wasAloud = aloud.current !== '' && isTalking()
  let wasOn = false
  voice.subscribe(() => {
    const { step, cannotHear } = voice.state()
    const isOn = step === 'on' && cannotHear !== null
    if (isOn !== wasOn) aloud.current = isOn ? 'on' : ''
    wasOn = isOn
  })
  if (!wasAloud) return
  voice.await()
  const done = new AbortController()
  const open = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape') return
    done.abort()
    if (isTalking()) void voice.open()
  }
  for (const gesture of ['click', 'keydown'])
    page.addEventListener(gesture, open, { capture: true, signal: done.signal })
}
