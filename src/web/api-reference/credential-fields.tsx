import { useState } from 'preact/hooks'
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
  return (
    <form class="credentials" onSubmit={(event) => event.preventDefault()}>
      {field('apiKey', 'API key')}
      <details>
        <summary>Other keys</summary>
        <div class="others">
          {field('idToken', 'ID token')}
          {field('localSecret', 'Local secret')}
        </div>
      </details>
    </form>
  )
}

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
