import type { TurnTraces } from '../../domain/turns/traces.js'
import type { Store } from '../../store/store.js'

/** What is erased of a player or a character takes the traces along that may hold it. */
export function forgetRemovedTraces(
  { changes }: Pick<Store, 'changes'>,
  traces: Pick<TurnTraces, 'forgetPair' | 'forgetCharacter'>,
): void {
  changes(['characters', 'conversations', 'documents', 'memories'], (change) => {
    const isRemoved = change.after === undefined
    switch (change.kind) {
      case 'characters':
        if (isRemoved) traces.forgetCharacter(change.id)
        return
      case 'documents':
        if (isRemoved && change.owner !== undefined) traces.forgetCharacter(change.owner)
        return
      case 'memories':
        if (isRemoved && change.pair !== undefined) traces.forgetPair(change.pair)
        return
      case 'conversations': {
        const isForgotten = change.before?.forgottenUpTo !== change.after?.forgottenUpTo
        if ((isRemoved || isForgotten) && change.pair !== undefined) traces.forgetPair(change.pair)
      }
    }
  })
}
