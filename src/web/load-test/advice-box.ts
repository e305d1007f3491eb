import { copyText } from '../copy-text.js'
import type { Advice } from './advice.js'
import { withSecondLinks } from './second-links.js'
import type { Verdict } from './verdict.js'

/** What to do, and the command that does it, with a button that copies it. */
export function adviceParts({ text, command, otherwise }: Advice): HTMLElement[] {
  const after = otherwise === undefined ? [] : [paragraph(otherwise)]
  return [paragraph(text), ...(command === undefined ? [] : [commandBox(command)]), ...after]
}

/** A sentence, in which code stands between backticks. */
function paragraph(text: string): HTMLElement {
  const made = document.createElement('p')
  made.append(...text.split('`').map((part, at) => (at % 2 === 0 ? part : codeOf(part))))
  return made
}

const codeOf = (text: string): HTMLElement =>
  Object.assign(document.createElement('code'), { textContent: text })

/** A command, with a button that copies it. */
export function commandBox(command: string): HTMLElement {
  const box = Object.assign(document.createElement('div'), { className: 'command' })
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Copy' })
  button.addEventListener('click', () => {
    void copyText(command).then((hasWorked) => {
      button.textContent = hasWorked ? 'Copied' : 'Copying was refused'
    })
  })
  const code = document.createElement('code')
  // Lines break between words, not behind the hyphens of options.
  code.append(
    ...command
      .split(' ')
      .flatMap((word, at) => [
        at === 0 ? '' : ' ',
        Object.assign(document.createElement('span'), { textContent: word }),
      ]),
  )
  box.append(code, button)
  return box
}

/** A limit or an error, in a sentence, and how the base did below it. */
export function verdictItem({ text, source, base = '', isGood }: Verdict): HTMLElement {
  const item = document.createElement('li')
  item.className = isGood ? 'good' : 'bad'
  item.append(...withSecondLinks(text, undefined))
  if (source !== undefined) item.append(' ', codeOf(source))
  if (base !== '') item.append(Object.assign(document.createElement('p'), { textContent: base }))
  return item
}
