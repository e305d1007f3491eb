import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { CharacterModelProps } from './character-model.js'

/** Loads what shows figures, which most characters do not have; until then, and if that fails, there is none. */
export function useCharacterModel(isWanted: boolean): ComponentType<CharacterModelProps> | null {
  const [component, setComponent] = useState<{ readonly type: ComponentType<CharacterModelProps> } | null>(
    null,
  )
  useEffect(() => {
    if (!isWanted) return
    import('./character-model.js').then(
      ({ CharacterModel }) => setComponent({ type: CharacterModel }),
      () => undefined,
    )
  }, [isWanted])
  return component?.type ?? null
}
