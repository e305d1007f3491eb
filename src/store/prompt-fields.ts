import type { Given, PromptBlock, PromptRecord } from '../domain/conversations/record.js'

type PromptFields = Pick<PromptRecord, 'block' | 'facts' | 'memories' | 'turns'>

/** A prompt's memory block as it is stored. */
export function toPromptFields({ block, given }: PromptBlock): PromptFields {
  const of = (kind: Given['kind']) => given.filter((one) => one.kind === kind)
  const lineOf = ({ id, start, end }: Given): [string, number, number] => [id, start, end - start]
  return {
    block,
    facts: of('fact').map((fact) => [...lineOf(fact), fact.source ?? '']),
    memories: of('memory').map(lineOf),
    turns: of('turn').map(lineOf),
  }
}

/** The memory block of a stored prompt. */
export const toPromptBlock = ({ block, facts, memories, turns }: PromptFields): PromptBlock => ({
  block,
  given: [
    ...facts.map(([id, start, length, source]) => ({
      ...givenAt('fact', [id, start, length]),
      ...(source !== '' && { source }),
    })),
    ...memories.map((line) => givenAt('memory', line)),
    ...turns.map((line) => givenAt('turn', line)),
  ],
})

const givenAt = (kind: Given['kind'], [id, start, length]: readonly [string, number, number]): Given => ({
  ...{ kind, id, start },
  end: start + length,
})
