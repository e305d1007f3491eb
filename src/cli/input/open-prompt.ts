import type Inquirer from 'inquirer'

/** Loads Inquirer and opens its prompt on standard error, because a question is no result. */
export async function openPrompt(): Promise<ReturnType<typeof Inquirer.createPromptModule>> {
  const { default: inquirer } = await import('inquirer')
  return inquirer.createPromptModule({ output: process.stderr })
}
