import { findActionClip, findClip } from '../figure/clip-names.js'
import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import type { SpokenReply } from './page-data.js'
import { createSpeech, type Speech } from './speech.js'
import { offerTimeBar } from './time-bar.js'

type AroundSpeech = {
  playChosen(): void
  /** Whether the user wants it to stand still. */
  isStill(): boolean
  tell(): void
  lookAtSpeaker(): void
}

/** What is offered, and by which key. */
export type Voice = Speech & { toggle(): void }

/**
 * Offers to hear the line, with its words marked as they are heard, and to hold any moment of it. While it speaks, the
 * figure plays the clip for talking, if it has one and does not stand still, then again the one that is chosen.
 */
export function offerVoice(
  stage: FigureStage,
  spoken: SpokenReply,
  { playChosen, isStill, tell, lookAtSpeaker }: AroundSpeech,
): Voice {
  // In a narrow window the one in the picture is there, which stays in sight.
  const buttons = [button('speak'), button('speak-here')]
  const repeat = element('repeat', HTMLInputElement)
  const mark = offerLine(spoken.text)
  const time = offerTimeBar('voice-time', (seconds) => {
    lookAtSpeaker()
    speech.hold(seconds)
  })
  /** Also moves the face of a figure that is stopped. */
  const show = () => {
    stage.refreshFace()
    mark(speech.heard())
    time.show({ at: speech.at(), duration: speech.duration })
  }
  const follow = () => {
    show()
    if (speech.isSpeaking()) requestAnimationFrame(follow)
  }
  let wasSpeaking = false
  const speech = createSpeech(spoken, {
    onChange() {
      const isSpeaking = speech.isSpeaking()
      for (const own of buttons) own.textContent = isSpeaking ? 'Stop' : 'Speak'
      document.body.dataset['voice'] = isSpeaking ? 'speaking' : 'still'
      const talk = findClip('talk', stage.clips)
      if (isSpeaking && talk !== undefined && !isStill()) stage.loop(talk)
      else if (wasSpeaking && !isSpeaking) playChosen()
      wasSpeaking = isSpeaking
      tell()
      show()
      if (isSpeaking) requestAnimationFrame(follow)
    },
    isRepeated: () => repeat.checked,
    onAction(name) {
      const clip = findActionClip(name, stage.clips)
      if (clip !== undefined && !isStill()) stage.playOnce(clip)
    },
  })
  const toggle = () => {
    if (speech.isSpeaking()) return speech.stop()
    lookAtSpeaker()
    speech.start()
  }
  for (const own of buttons) {
    own.hidden = false
    own.addEventListener('click', toggle)
  }
  // Elsewhere Space stops and continues the movement.
  element('voice-time', HTMLInputElement).addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    toggle()
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') speech.stop()
  })
  element('spoken', HTMLElement).hidden = false
  show()
  return { ...speech, toggle }
}

/** Shows the line, and returns what marks a part of it. */
function offerLine(text: string): (heard: readonly [from: number, to: number] | null) => void {
  const [before, marked, after] = [new Text(text), document.createElement('mark'), new Text()]
  element('line', HTMLElement).replaceChildren(before, marked, after)
  return (heard) => {
    const [start, to] = heard ?? [text.length, text.length]
    const from = to - text.slice(start, to).trimStart().length
    before.data = text.slice(0, from)
    marked.textContent = text.slice(from, to)
    after.data = text.slice(to)
  }
}
