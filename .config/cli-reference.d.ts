type Commands = { readonly bin: string; readonly commands: readonly object[] }

export function loadCommands(): Promise<Commands>
export function cliReference(commands: Commands): string
