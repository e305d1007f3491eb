import { findActionClip, findClip } from '../figure/clip-names.js'
import type { FigureStage } from '../figure/figure-stage.js'
import { button, element } from './elements.js'
import type { SpokenReply } from './page-data.js'
import { createSpeech, type Speech } from './speech.js'

type AroundSpeech = {
  playChosen(): void
  /** Whether the user wants it to stand still. */
  isStill(): boolean
  tell(): void
  lookAtFace(): void
}

/**
 * Offers to hear the line, with its words marked as they are heard. While it speaks, the figure plays the clip for
 * talking, if it has one and does not stand still, then again the one that is chosen.
 */
export function offerVoice(
  stage: FigureStage,
  spoken: SpokenReply,
  { playChosen, isStill, tell, lookAtFace }: AroundSpeech,
): Speech {
  // In a narrow window the one in the picture is there, which stays in sight.
  const buttons = [button('speak'), button('speak-here')]
  const repeat = element('repeat', HTMLInputElement)
  const mark = offerLine(spoken.text)
  /** Also moves the face of a figure that is stopped. */
  const follow = () => {
    stage.refreshFace()
    mark(speech.heard())
    if (speech.isSpeaking()) requestAnimationFrame(follow)
  }
  const speech = createSpeech(spoken, {
    onChange(isSpeaking) {
      for (const own of buttons) own.textContent = isSpeaking ? 'Stop' : 'Speak'
      document.body.dataset['voice'] = isSpeaking ? 'speaking' : 'still'
      const talk = findClip('talk', stage.clips)
      if (isSpeaking && talk !== undefined && !isStill()) stage.loop(talk)
      else if (!isSpeaking) playChosen()
      tell()
      if (isSpeaking) requestAnimationFrame(follow)
    },
    isRepeated: () => repeat.checked,
    onAction(name) {
      const clip = findActionClip(name, stage.clips)
      if (clip !== undefined && !isStill()) stage.playOnce(clip)
    },
  })
  for (const own of buttons) {
    own.hidden = false
    own.addEventListener('click', () => {
      if (speech.isSpeaking()) return speech.stop()
      lookAtFace()
      speech.start()
    })
  }
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') speech.stop()
  })
  element('spoken', HTMLElement).hidden = false
  return speech
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
