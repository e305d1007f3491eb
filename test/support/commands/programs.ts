import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these shell scripts as its only programs; `$FOLDER` in them is that folder. */
export async function folderOfPrograms(scripts: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-programs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, script] of Object.entries(scripts)) {
    const file = join(folder, name)
    await writeFile(file, `#!/bin/sh\nFOLDER=${folder}\n${script}\n`)
    await chmod(file, 0o755)
  }
  return folder
}

/** Script of a player that keeps what it plays in `$FOLDER/played`, and takes as long as that sounds. */
export const playerScript = (rate: number) =>
  `/bin/cat > $FOLDER/played; exec /bin/sleep $(( $(/usr/bin/wc -c < $FOLDER/played) / ${2 * rate} + 1 ))`
