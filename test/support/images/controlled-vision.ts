import type { Vision } from '../../../src/domain/vision/ports.js'

type Asked = {
  readonly picture: Uint8Array
  readonly question: string | undefined
  readonly model: string | undefined
  readonly signal: AbortSignal | undefined
}

/** Eyes that see what the test makes them see. */
export function createControlledVision() {
  const asked: Asked[] = []
  let see: () => Promise<string> = async () => 'A black dog on a beach.'
  const vision: Pick<Vision, 'describe'> = {
    describe: (picture, { question, model, signal } = {}) => {
      asked.push({ picture, question, model, signal })
      return Promise.race([
        see(),
        new Promise<never>((_, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      ])
    },
  }
  return {
    vision,
    asked,
    see: (next: () => Promise<string>) => {
      see = next
    },
  }
}
