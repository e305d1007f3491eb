import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { ShareSession } from '../../../contract/shares.js'
import { DownIcon, RetryIcon } from '../appearance/icons.js'
import { FLAW_TEXTS, GREETING, notRemembered } from '../page-texts.js'
import type { VoiceState } from '../voice/voice-state.js'
import { focusWords } from './composer.js'
import { CopyButton } from './copy-button.js'
import { Suggestions } from './suggestions.js'
import type { LineFlaw, TranscriptLine } from './transcript.js'
import { dayOf, momentOf } from './transcript-file.js'
import { useFollowEnd } from './use-follow-end.js'
import { type RenderText, useMarkdown } from './use-markdown.js'

type TranscriptProps = {
  readonly lines: readonly TranscriptLine[]
  readonly name: string
  /** Whether replies are spoken; then screen readers do not announce them. */
  readonly isAloud: boolean
  /** Whether nothing of the reply has arrived. */
  readonly isAwaitingReply: boolean
  /** How much is shown of the replies that are spoken, by their ids. */
  readonly captions: VoiceState['captions']
  readonly session: ShareSession
  /** When this visit began; undefined: it is over. */
  readonly since?: number
  /** Says the last words again; undefined: they cannot be said again now. */
  readonly retry: (() => void) | undefined
  /** Says what is suggested at the beginning; undefined: nothing can be said now; null: nor ever. */
  readonly suggest: ((text: string) => void) | undefined | null
  /** The reader has gone further up. */
  readonly onScrollUp?: () => void
  /** What stands below the suggestions. */
  readonly children?: ComponentChildren
}

export function Transcript({
  lines,
  name,
  isAloud,
  isAwaitingReply,
  captions,
  session,
  since,
  retry,
  suggest,
  onScrollUp,
  children,
}: TranscriptProps) {
  const shown = useMemo(() => ({ captions, isAwaitingReply }), [captions, isAwaitingReply])
  const { list, isAtEnd, hasNews, goToEnd } = useFollowEnd(lines, shown, endOf(lines, captions))
  useEffect(() => (isAtEnd ? undefined : onScrollUp?.()), [isAtEnd])
  const render = useMarkdown()
  const goBack = () => {
    goToEnd()
    // The button, which had the focus, is gone.
    list.current?.focus()
  }
  const askAgain = () => {
    retry?.()
    // So is this one; what comes next is to write.
    focusWords()
  }
  const last = lines.at(-1)
  const lastCopied = lines.findLast((line) => canBeCopied(line) && !isSpoken(line, captions))
  const isSounding = last !== undefined && isSpoken(last, captions)
  const say = (text: string) => {
    suggest?.(text)
    // The button, which had the focus, is gone.
    focusWords()
  }
  return (
    <div class="transcript">
      {/* Screen readers announce complete replies: one that is still arriving is busy. */}
      <div
        class={lines.length === 0 ? 'lines fresh' : 'lines'}
        ref={list}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs keyboard focus
        tabIndex={0}
        aria-label="Conversation"
        aria-live={isAloud ? 'off' : 'polite'}
        aria-busy={lines.some(({ isOver }) => !isOver)}
        onKeyDown={stepThroughCopies}
      >
        <Greeting name={name} />
        {lines.map((line, index) => [
          <Divider key={`before ${line.id}`} {...{ session, line }} before={lines[index - 1]} />,
          <Line
            key={line.id}
            line={line}
            name={name}
            caption={captions.get(line.id)}
            render={render}
            isSpoken={isSpoken(line, captions)}
            isLastCopy={line === lastCopied}
            retry={index === lines.length - 1 && retry !== undefined ? askAgain : undefined}
          />,
        ])}
        {last?.isEarlier && since !== undefined && (
          <Divider session={session} line={{ at: since }} before={last} />
        )}
        {isAwaitingReply && !isSounding && <TypingSign name={name} />}
        {lines.length === 0 && suggest !== null && <Suggestions suggest={suggest ? say : undefined} />}
        {lines.length === 0 && children}
      </div>
      {!isAtEnd && <Pill hasNews={hasNews} flaw={last?.flaw} goBack={goBack} />}
    </div>
  )
}

type DividerProps = {
  readonly session: ShareSession
  readonly line: Pick<TranscriptLine, 'at' | 'visit'>
  readonly before: TranscriptLine | undefined
}

/** Tells where another day begins, and another visit, which knows nothing of those before it. */
function Divider({ session, line: { at, visit }, before }: DividerProps) {
  const isNewVisit = before !== undefined && before.visit !== visit
  const day = dayOf(at)
  if (!isNewVisit && (day === '' || day === dayOf(before?.at ?? Date.now()))) return null
  const note = isNewVisit ? `\nYour earlier conversation is above. ${notRemembered(session)}` : ''
  return <p class="divider">{`${day}${note}`.trim()}</p>
}

const canBeCopied = ({ who, text, isOver }: TranscriptLine): boolean =>
  who === 'character' && isOver && text !== ''

/** Tab stops at the last reply only; from there arrows lead to those before it. */
function stepThroughCopies(event: TargetedKeyboardEvent<HTMLDivElement>): void {
  const { key, target, currentTarget } = event
  const copies = [...currentTarget.querySelectorAll<HTMLElement>('.copy')]
  const at = copies.indexOf(target as HTMLElement)
  const step = { ArrowUp: -1, ArrowDown: 1 }[key]
  if (at < 0 || step === undefined) return
  event.preventDefault()
  copies[at + step]?.focus()
}

/** Whether there is more of its text than was heard. */
const isSpoken = ({ id, flaw }: TranscriptLine, captions: TranscriptProps['captions']): boolean =>
  captions.has(id) && flaw !== 'interrupted'

/** The words of the door, which begin the conversation. */
const Greeting = ({ name }: Pick<TranscriptProps, 'name'>) => (
  <div class="line character greeting-line">
    <div class="bubble">
      <span class="unseen">{name}: </span>
      <p>{GREETING}</p>
    </div>
  </div>
)

/** What can be read at the end: another message that begins there, or a reply that is whole now, is news. */
function endOf(lines: readonly TranscriptLine[], captions: TranscriptProps['captions']): string | undefined {
  const last = lines.findLast((line) => !isSpoken(line, captions) || shownOf(line, captions) !== '')
  if (last === undefined) return undefined
  const isWhole = last.who === 'character' && last.isOver && last.flaw === undefined && !captions.has(last.id)
  return `${last.id}${isWhole ? ' whole' : ''}`
}

/** What is seen of a line that is spoken. */
const shownOf = ({ id, text }: TranscriptLine, captions: TranscriptProps['captions']): string =>
  text.slice(0, captions.get(id)).trim()

type PillProps = {
  readonly hasNews: boolean
  readonly flaw: LineFlaw | undefined
  readonly goBack: () => void
}

const MISSED: Readonly<Partial<Record<LineFlaw, string>>> = {
  interrupted: 'Stopped. Latest message',
  lost: 'Cut off. Latest message',
}

/** Leads to the end; in words where a reader who is further up has missed something. */
function Pill({ hasNews, flaw, goBack }: PillProps) {
  const missed = (flaw && MISSED[flaw]) ?? (hasNews ? 'New reply' : undefined)
  return (
    <button type="button" class={hasNews ? 'pill news' : 'pill'} title="Latest message" onClick={goBack}>
      <DownIcon />
      {missed ?? <span class="unseen">Latest message</span>}
    </button>
  )
}

const TypingSign = ({ name }: { readonly name: string }) => (
  <div class="line character">
    <p class="bubble typing">
      <span class="unseen">{name} is writing …</span>
      <Dots />
    </p>
  </div>
)

const Dots = () => (
  <>
    <i />
    <i />
    <i />
  </>
)

type LineProps = Pick<TranscriptProps, 'name' | 'retry'> & {
  readonly line: TranscriptLine
  readonly caption: number | undefined
  /** What can be done with a reply waits until it was heard. */
  readonly isSpoken: boolean
  /** Whether it is the last that can be copied. */
  readonly isLastCopy: boolean
  readonly render: RenderText | null
}

function Line({ line, name, caption, isSpoken, isLastCopy, render, retry }: LineProps) {
  const { who, text, isOver, flaw, at, isAgain } = line
  const visible = text.slice(0, caption)
  if (isSpoken && visible.trim() === '') return <TypingSign name={name} />
  const isReply = who === 'character'
  const [day, time] = momentOf(at)
  return (
    <div class={`line ${who}${isOver ? '' : ' arriving'}`}>
      <div class={isAgain ? 'bubble again' : 'bubble'} title={time === null ? undefined : `${day} ${time}`}>
        <span class="unseen">{isReply ? name : 'You'}: </span>
        {isAgain ? (
          <AskedAgain text={text} />
        ) : (
          <LineText text={visible === '' && isOver ? '…' : visible} render={isReply ? render : null} />
        )}
      </div>
      {isOver && !isSpoken && (isReply || flaw !== undefined) && (
        <div class="below">
          {time !== null && <time dateTime={`${day}T${time}`}>{time}</time>}
          {flaw !== undefined && <span class={`flaw ${flaw}`}>{FLAW_TEXTS[flaw]}</span>}
          {canBeCopied(line) && (
            <CopyButton text={text} what={time && `the reply of ${time}`} isStop={isLastCopy} />
          )}
          {retry !== undefined && (
            <button type="button" class="small-button" onClick={retry}>
              <RetryIcon />
              Ask again
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** The same words stand above: a long question need not be read twice. */
const AskedAgain = ({ text }: { readonly text: string }) => (
  <p>
    <RetryIcon />
    Asked again<span class="unseen">: {text}</span>
  </p>
)

type LineTextProps = { readonly text: string; readonly render: RenderText | null }

function LineText({ text, render }: LineTextProps): ComponentChildren {
  return useMemo(() => (render === null ? <p dir="auto">{text}</p> : render(text)), [text, render])
}
