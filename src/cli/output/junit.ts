/** One test suite of a JUnit report. Its name is also the class name of its cases, by which test runners compare runs. */
export type JunitSuite = {
  readonly name: string
  readonly seconds: number | string
  /** ISO 8601. */
  readonly startedAt: string
  readonly properties?: Readonly<Record<string, string>>
  /** Whether a case may be an error; the suite then also counts errors and skipped cases. */
  readonly countsErrors?: boolean
  readonly cases: readonly JunitCase[]
}

/** `outcome` is null for a case that passed. */
export type JunitCase = { readonly name: string; readonly outcome: JunitOutcome | null }

export type JunitOutcome = {
  readonly kind: 'failure' | 'error'
  readonly type: string
  /** The first line is the message of the outcome; all lines are its text. */
  readonly lines: readonly string[]
}

/** A JUnit XML document with one suite. */
export function renderJunit(suite: JunitSuite): string {
  const { name, cases, properties = {} } = suite
  const count = (kind: JunitOutcome['kind']) => cases.filter(({ outcome }) => outcome?.kind === kind).length
  const attributes = xmlAttributes({
    name,
    tests: cases.length,
    failures: count('failure'),
    ...(suite.countsErrors === true && { errors: count('error'), skipped: 0 }),
    time: suite.seconds,
    timestamp: suite.startedAt,
  })
  const listed = Object.entries(properties).map(
    ([key, value]) => `<property${xmlAttributes({ name: key, value })}/>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${attributes}>`,
    ...(listed.length === 0 ? [] : [`    <properties>${listed.join('')}</properties>`]),
    ...cases.map((one) => renderCase(name, one)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function renderCase(classname: string, { name, outcome }: JunitCase): string {
  const attributes = xmlAttributes({ classname, name })
  if (outcome === null) return `    <testcase${attributes}/>`
  const { kind, type, lines } = outcome
  const reason = xmlAttributes({ type, message: lines[0] ?? '' })
  return `    <testcase${attributes}><${kind}${reason}>${escapeXml(lines.join('\n'))}</${kind}></testcase>`
}

const xmlAttributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}

/** Characters that XML cannot contain, even escaped, become U+FFFD. */
const escapeXml = (text: string): string =>
  text
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"\n]/g, (letter) => ENTITIES[letter] ?? letter)
