import type { ReplyPart, ReplyRequest } from '../../../domain/turns/ports.js'

/** A `RegExp`, or what matches as one does. */
export type ReplyPattern = { exec(text: string): Match | null }
type Match = { readonly [group: number]: string | undefined; readonly groups?: Groups | undefined }
type Groups = Readonly<Record<string, string | undefined>>

/** What the stub answers to what: the first pattern that the player's message matches. */
export type ReplyScript = { readonly replies: readonly ScriptedReply[] }

type ScriptedReply = {
  /** Matches anywhere in the message, whatever the case. */
  readonly pattern: ReplyPattern
  /** `$1` and `$<name>` are groups of the pattern, `{{name}}` is the character and `{{player_id}}` the player. */
  readonly reply: string
  readonly actions: readonly {
    readonly name: string
    readonly arguments: Readonly<Record<string, string | number | boolean>>
  }[]
}

export type StubAnswer = {
  readonly actions: readonly Extract<ReplyPart, { type: 'action' }>[]
  readonly text: string
}

/** A pattern sees only so much of a message. */
const MATCHED_CHARACTERS = 500

/** The scripted answer to what the player just said, if the script has one. */
export function scriptedAnswer(
  { replies }: ReplyScript,
  { character, playerId }: ReplyRequest,
  text: string,
): StubAnswer | undefined {
  const heard = text.slice(0, MATCHED_CHARACTERS)
  for (const { pattern, reply, actions } of replies) {
    const match = pattern.exec(heard)
    if (match === null) continue
    const fill = (template: string) => fillIn(template, match, { name: character.name, player_id: playerId })
    return {
      text: fill(reply),
      actions: actions.map(({ name, arguments: values }) => ({
        type: 'action',
        name,
        arguments: Object.fromEntries(
          Object.entries(values).map(([key, value]) => [
            key,
            typeof value === 'string' ? fill(value) : value,
          ]),
        ),
      })),
    }
  }
  return undefined
}

/** Groups come from the player: without angle brackets nobody can make the character say an action tag. */
function fillIn(template: string, match: Match, names: Readonly<Record<string, string>>): string {
  return template.replace(/\$\d|\$<\w+>|\{\{(?:name|player_id)\}\}/g, (place) => {
    const key = place.replace(/[$<>{}]/g, '')
    if (place.startsWith('{')) return names[key] ?? ''
    const group = place.startsWith('$<') ? match.groups?.[key] : match[Number(key)]
    return (group ?? '').replace(/[<>]/g, '')
  })
}
