import { useState } from 'preact/hooks'

type PortraitProps = { readonly name: string; readonly picture: string | null; readonly class: string }

/** The picture of the character; without one, or when it cannot be shown, the first letter of the name. */
export function Portrait({ name, picture, class: kind }: PortraitProps) {
  const [isBroken, setBroken] = useState(false)
  if (picture === null || isBroken || !isOwn(picture))
    return (
      <span class={`avatar letter ${kind}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    )
  return <img class={`avatar ${kind}`} src={picture} alt="" onError={() => setBroken(true)} />
}

/** The policy of the page allows no picture from elsewhere. */
export const isOwn = (picture: string): boolean =>
  URL.canParse(picture, location.href) && new URL(picture, location.href).origin === location.origin
