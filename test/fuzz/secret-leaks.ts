/** Knows what must never be seen again, and finds it in text. */
export function createSecretLeakDetector() {
  const secrets = new Map<string, string>()
  return {
    add: (secret: string, what: string) => void secrets.set(secret, what),
    /** Which of them are in the text; `except` are those that its reader has just sent or been given. */
    foundIn: (text: string, where: string, except = ''): string[] =>
      [...secrets]
        .filter(([secret]) => text.includes(secret) && !except.includes(secret))
        .map(([, what]) => `${what} is in ${where}`),
  }
}
