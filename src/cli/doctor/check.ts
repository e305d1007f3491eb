/** One thing that was looked at, and what to do when it is not as it should be. */
export type Check = {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
  readonly hint: string | null
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message, hint: null })

export const warn = (name: string, message: string, hint: string): Check => ({
  name,
  status: 'warn',
  message,
  hint,
})

export const fail = (name: string, message: string, hint: string): Check => ({
  name,
  status: 'fail',
  message,
  hint,
})
