import { useEffect, useRef, useState } from 'preact/hooks'
import type { Credentials } from './authentication.js'

type FieldsProps = { readonly credentials: Credentials; change(changed: Partial<Credentials>): void }

/** The API key in sight, and what few requests need on demand. */
export function CredentialFields({ credentials, change }: FieldsProps) {
  const field = (name: keyof Credentials, label: string) => (
    <CredentialField
      {...{ name, label, value: credentials[name] }}
      setValue={(value) => change({ [name]: value })}
    />
  )
  const others = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeByLeaving(others.current), [])
  return (
    <form class="credentials" onSubmit={(event) => event.preventDefault()}>
      {field('apiKey', 'API key')}
      <details ref={others}>
        <summary>Other credentials</summary>
        <div class="others">
          {field('idToken', 'ID token')}
          {field('localSecret', 'Local secret')}
          <p class="soft">
            <code>parley token</code> prints an ID token; the local secret is in <code>secrets.json</code> of
            the data folder.
          </p>
        </div>
      </details>
    </form>
  )
}

/** It lies over the page: whoever goes on there, or presses Escape, does not need it any more. */
function closeByLeaving(box: HTMLDetailsElement | null): () => void {
  const leave = (event: Event) => {
    const isInside = event.target instanceof Node && box?.contains(event.target)
    if (box !== null && (!isInside || (event instanceof KeyboardEvent && event.key === 'Escape')))
      box.open = false
  }
  const events = ['pointerdown', 'focusin', 'keydown']
  for (const event of events) document.addEventListener(event, leave)
  return () => {
    for (const event of events) document.removeEventListener(event, leave)
  }
}

/** Leads to the field of a credential that is missing, by the words that say so. */
export function showCredential(missing: string): void {
  const id = FIELDS.find(([words]) => missing.includes(words))?.[1] ?? 'apiKey'
  const field = document.getElementById(id)
  const box = field?.closest('details')
  if (box) box.open = true
  field?.focus()
}

const FIELDS = [
  ['ID token', 'idToken'],
  ['local secret', 'localSecret'],
] as const

type FieldProps = {
  readonly name: keyof Credentials
  readonly label: string
  readonly value: string
  setValue(value: string): void
}

/** Dots for those who share their screen, and a button for those who look for a slip. */
function CredentialField({ name, label, value, setValue }: FieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <p class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        {...(isShown ? { type: 'text' as const } : { type: 'password' as const })}
        value={value}
        onInput={({ currentTarget }) => setValue(currentTarget.value.trim())}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <button
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${label}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </p>
  )
}
