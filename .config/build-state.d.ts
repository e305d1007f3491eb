export function inputsOf(root: string): string
export function isBuilt(root: string): boolean
export function forgetBuild(root: string): void
export function noteBuild(root: string, inputs: string): void
