import { type ComponentChildren, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Shows a text as Markdown. */
export type RenderText = (text: string) => ComponentChildren

/** Loads what shows Markdown, which the start screen does not need; until then, and if that fails, there is none. */
export function useMarkdown(): RenderText | null {
  const [render, setRender] = useState<RenderText | null>(null)
  useEffect(() => {
    import('./markdown.js').then(
      ({ renderMarkdown }) => {
        const createElement = (name: string, attributes: object, children: ComponentChildren) =>
          h(name, attributes, children)
        setRender(
          () => (text: string) => renderMarkdown<ComponentChildren>(text, createElement) as ComponentChildren,
        )
      },
      () => undefined,
    )
  }, [])
  return render
}
