// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the source text of modules that compose expressions.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { scratchFolder } from '../support/commands/cli.js'

const SCRIPT = new URL('../../.config/check-regular-expressions.js', import.meta.url).pathname

/** Judging one takes a second or two, and longer where the checker runs as JavaScript. */
const TIMEOUT_MS = 120_000

async function check(files: Readonly<Record<string, string>>) {
  const root = scratchFolder()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const { exitCode, stderr } = await execa('node', [SCRIPT, '--root', root], { reject: false })
  return { exitCode, stderr }
}

const planted: readonly (readonly [kind: string, text: string, complaint: string])[] = [
  [
    'an exponential literal',
    'export const a = /^(?:so |much |so much )*x/',
    '1: /^(?:so |much |so much )*x/ is exp',
  ],
  ['a quadratic literal', 'export const a = /=+$/', '1: /=+$/ is 2nd degree polynomial'],
  [
    'a composed one',
    "const KIND = '(?:old|old)*'\nexport const a = new RegExp(`^${KIND}x`)",
    '2: /^(?:old|old)*x/ is exp',
  ],
  [
    'one that a function of the module composes',
    'const made = (x: string) => new RegExp(`${x}+$`)\nexport const all = [made("a"), made("[.]")]',
    '1: /[.]+$/ is 2nd degree polynomial',
  ],
  [
    'a pattern of a schema',
    "export const a = { type: 'string', pattern: '^(a+)+$' }",
    '1: /^(a+)+$/u is exp',
  ],
  [
    'a pattern of a schema, by the expression that it is the source of,',
    "const A = new RegExp(`^(?:${'a+'})+$`, 'u')\nconst Type = { String: (of: object) => of }\nexport const a = Type.String({ pattern: A.source })",
    '1: /^(?:a+)+$/u is exp',
  ],
  [
    'a pattern that any object gives',
    'export const a = (it: { source: string }) => Type.String({ pattern: it.source })',
    '1: a pattern that is not written out',
  ],
  [
    'one composed while running',
    'export const a = (x: string) => new RegExp(`${x}+$`)',
    '1: composed while running',
  ],
  [
    'one composed by a function that runs later too',
    'const made = (x: string) => new RegExp(`${x}$`)\nexport const a = made("a")\nexport const b = () => made("b+")',
    '1: composed while running',
  ],
  [
    'RegExp under another name',
    'const R = RegExp\nexport const a = R("a+$")',
    '1: RegExp under another name',
  ],
  [
    'a string that is matched',
    'export const a = (x: string) => x.match("a+$")',
    '1: a string that becomes an expr',
  ],
]

test.each(planted)(
  '%s is refused',
  async (_, text, complaint) => {
    const { exitCode, stderr } = await check({ 'src/x.ts': text })
    expect(stderr).toContain(`src/x.ts:${complaint}`)
    expect(exitCode).toBe(1)
  },
  TIMEOUT_MS,
)

test(
  'one composed of what another module exports is judged as a whole',
  async () => {
    const { exitCode, stderr } = await check({
      'src/names.ts': "export const NAME: string = '[a-z]+'",
      'src/x.ts': "import { NAME } from './names.js'\nexport const a = new RegExp(`^(?:${NAME})+$`)",
    })
    expect(stderr).toContain('src/x.ts:2: /^(?:[a-z]+)+$/ is exponential')
    expect(exitCode).toBe(1)
  },
  TIMEOUT_MS,
)

test(
  'linear ones pass, with look-around and repeats of bounded length too',
  async () => {
    const text =
      'export const a = [/(?<!=)=+$/, /\\ba.{0,60}b/, new RegExp(`x`, "u"), /(?=a)a$/ instanceof RegExp]'
    expect(await check({ 'commands/x.ts': text })).toEqual({ exitCode: 0, stderr: '' })
  },
  TIMEOUT_MS,
)
