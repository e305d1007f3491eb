import type Inquirer from 'inquirer'

/**
 * Loads Inquirer and opens its prompt on standard error, because a question is no result. A chat has its own prompt
 * (src/cli/chat/prompt), because replies arrive while the user types.
 */
export async function openPrompt(): Promise<ReturnType<typeof Inquirer.createPromptModule>> {
  const { default: inquirer } = await import('inquirer')
  return inquirer.createPromptModule({ output: process.stderr })
}
