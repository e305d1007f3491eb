import { useState } from 'preact/hooks'

type PortraitProps = {
  readonly name: string
  readonly picture: string | null
  /** The picture shows a whole figure, of which a small portrait shows the face. */
  readonly isOfFigure?: boolean
  readonly class: string
}

/** The picture of the character; without one, or when it cannot be shown, the first letter of the name. */
export function Portrait({ name, picture, isOfFigure = false, class: kind }: PortraitProps) {
  const [isBroken, setBroken] = useState(false)
  if (picture === null || isBroken || !isOwn(picture))
    return (
      <span class={`avatar letter ${kind}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    )
  const image = <img src={picture} alt="" onError={() => setBroken(true)} />
  return <span class={`avatar ${kind}${isOfFigure ? ' of-figure' : ''}`}>{image}</span>
}

/** The policy of the page allows no picture from elsewhere. */
export const isOwn = (picture: string): boolean =>
  URL.canParse(picture, location.href) && new URL(picture, location.href).origin === location.origin
