import type { KeptText } from '../tab-storage.js'
import type { VisitorSession } from '../visitor-session.js'
import type { VisitorVoice } from './visitor-voice.js'

type HearAgainDeps = {
  readonly voice: Pick<VisitorVoice, 'state' | 'subscribe' | 'open' | 'await'>
  /** Whether replies are read aloud; outlasts the visit, until what was said is forgotten. */
  readonly aloud: KeptText
  readonly page: EventTarget
  /** Of this tab; goes on already where the page was loaded anew. */
  readonly visit: Pick<VisitorSession, 'state' | 'subscribe'>
}

/**
 * Replies that were read aloud are so again, by whatever the visitor does that begins another visit. Browsers play no
 * sound of a page with which nobody has done anything, so after a reload that is waited for.
 */
export function hearAgain({ voice, aloud, page, visit }: HearAgainDeps): void {
  let isWanted = aloud.current !== ''
  let wasOn = false
  const isUnderWay = () => visit.state().step === 'open' || visit.state().step === 'redeeming'
  let wasUnderWay = isUnderWay()
  const open = () => {
    if (isUnderWay() && voice.state().cannotHear !== null) void voice.open()
  }
  voice.subscribe(() => {
    const { step, cannotHear } = voice.state()
    const isOn = step === 'on' && cannotHear !== null
    // The end of a visit, which ends the voice, is nobody's choice.
    if (isOn !== wasOn && isUnderWay()) {
      isWanted = isOn
      aloud.current = isOn ? 'on' : ''
    }
    wasOn = isOn
  })
  visit.subscribe(() => {
    const state = visit.state()
    // All that is kept was forgotten; this page still knows.
    if (state.step === 'start' || (state.step === 'ended' && state.past === null)) aloud.current = ''
    const hasBegun = !wasUnderWay && isUnderWay()
    wasUnderWay = isUnderWay()
    if (hasBegun && isWanted) open()
  })
  if (!isWanted || !wasUnderWay) return
  voice.await()
  const done = new AbortController()
  const openOnce = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape') return
    done.abort()
    open()
  }
  for (const gesture of ['click', 'keydown'])
    page.addEventListener(gesture, openOnce, { capture: true, signal: done.signal })
}
