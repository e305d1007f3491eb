import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serveFlags } from '../../src/cli/serve/serve-flags.js'
import { getReadiness } from '../../src/contract/health.js'
import type { SystemMetrics } from '../../src/contract/staff.js'
import { prometheusText } from '../../src/http/staff/prometheus.js'
import { readConfig } from '../../src/runtime/config/config.js'
import { startTestServer, temporaryFolder } from '../support/servers/test-server.js'

const pathOf = (name: string) => fileURLToPath(new URL(`../../docs/deploy/${name}`, import.meta.url))
const read = (name: string) => readFileSync(pathOf(name), 'utf8')

const METRICS: SystemMetrics = {
  counts: {
    requests: [{ method: 'GET', route: '/x', status: 200, count: 1, seconds: 1 }],
    sessionsOpened: 1,
    turns: { started: 1, failed: 0 },
    messages: { user: 1, assistant: 1 },
    turnStages: [{ stage: 'tts', endedBy: 'silence', count: 1, seconds: 1, buckets: [] }],
  },
  sessions: { live: 1 },
  store: {
    ...{ status: 'ok', failure: null, records: 1, missingFiles: 0, journalBytes: 0, isCompacting: false },
    writes: { count: 0, meanMs: 0, p99Ms: 0, maxMs: 0 },
  },
  vitals: {
    ...{ uptimeSeconds: 1, eventLoopDelay: { meanMs: 1, p99Ms: 1, maxMs: 1 } },
    memory: { rssBytes: 1, heapUsedBytes: 1, heapTotalBytes: 1, externalBytes: 1 },
  },
}

/** The labels of each metric that the server has. */
function servedMetrics(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of prometheusText(METRICS).matchAll(
    /^(parley_\w+)(?:\{(.*)\})? /gm,
  )) {
    const known = found.get(name) ?? new Set(['instance', 'job'])
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

/** Metrics and labels of an expression that the server does not have. */
function unknownIn(expression: string, recorded: readonly string[]): string[] {
  const served = servedMetrics()
  const used = [...expression.matchAll(/\b(parley[_:][\w:]+)(?:\{([^}]*)\})?/g)]
  if (used.length === 0 && !expression.includes('up{job="parley"}')) return [`no metric in ${expression}`]
  return used.flatMap(([, name = '', selectors = '']) => {
    if (recorded.includes(name)) return []
    const labels = served.get(name)
    if (labels === undefined) return [name]
    return [...selectors.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].flatMap(([, label = '']) =>
      labels.has(label) ? [] : [`${name}{${label}}`],
    )
  })
}

const Text = Type.String({ minLength: 1 })
const RuleSchema = Type.Union([
  Type.Object(
    { record: Type.String({ pattern: '^parley:\\w+:\\w+$' }), expr: Text },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      alert: Type.String({ pattern: '^Parley\\w+$' }),
      expr: Text,
      for: Type.Optional(Type.String({ pattern: '^\\d+[smh]$' })),
      labels: Type.Object({ severity: Type.Enum(['warning', 'critical']) }, { additionalProperties: false }),
      annotations: Type.Object({ summary: Text, description: Text }, { additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
])
const RulesSchema = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        { name: Text, rules: Type.Array(RuleSchema, { minItems: 1 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const rules = () => {
  const value = parse(read('prometheus/rules.yaml')) as Static<typeof RulesSchema>
  expect([...Value.Errors(RulesSchema, value)]).toEqual([])
  return value.groups.flatMap((group) => group.rules)
}
const recorded = () => rules().flatMap((rule) => ('record' in rule ? [rule.record] : []))

test('every metric and label of the Prometheus rules is one that the server has', () => {
  expect(rules().length).toBeGreaterThan(5)
  expect(rules().flatMap(({ expr }) => unknownIn(expr, recorded()))).toEqual([])
  expect(unknownIn('rate(parley_turn_total[5m])', [])).toEqual(['parley_turn_total'])
  expect(unknownIn('parley_requests_total{code="200"}', [])).toEqual(['parley_requests_total{code}'])
})

type Scrape = {
  readonly rule_files: readonly string[]
  readonly scrape_configs: readonly {
    readonly job_name: string
    readonly static_configs?: readonly { readonly targets: readonly string[] }[]
    readonly relabel_configs?: readonly {
      readonly source_labels: readonly string[]
      readonly regex?: string
    }[]
  }[]
}
const scrapeOf = (name: string) => {
  const { rule_files, scrape_configs } = parse(read(`prometheus/${name}`)) as Scrape
  expect(rule_files).toEqual(['rules.yaml'])
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['parley'])
  return scrape_configs[0]
}

test.each([
  ['prometheus.yaml', ['compose.yaml']],
  ['prometheus.members.yaml', ['compose.yaml', 'compose.members.yaml']],
])('%s finds the metrics of every server of %s', (name, files) => {
  const services = files.flatMap((file) =>
    Object.entries((parse(read(file), { merge: true }) as Pick<Compose, 'services'>).services),
  )
  const measured = services.flatMap(([, { network_mode }]) => network_mode?.split('service:').slice(1) ?? [])
  const servers = new Set(
    services.map(([service]) => service).filter((service) => service.startsWith('parley')),
  )
  expect(measured.sort()).toEqual([...servers].sort())
  const targets = scrapeOf(name)?.static_configs?.flatMap((one) => one.targets)
  expect(targets).toEqual(measured.map((server) => `${server}:9464`))
  // What runs beside the second server is what runs beside the first, which a test starts.
  const [first, ...others] = services
    .filter(([service]) => service.startsWith('metrics'))
    .map(([, one]) => one)
  for (const other of others)
    expect({ ...other, network_mode: '', depends_on: {} }).toEqual({
      ...first,
      network_mode: '',
      depends_on: {},
    })
})

test.each(['parley', 'parley-members'])('prometheus.kubernetes.yaml finds the pods of %s', (name) => {
  const found = [...manifests(name).values()].find(({ spec }) => spec?.template !== undefined)?.spec?.template
  const label = 'app.kubernetes.io/name'
  expect(found?.metadata.labels).toEqual({ [label]: 'parley' })
  const ports = found?.spec.containers.flatMap(({ ports = [] }) => ports)
  expect(ports).toContainEqual({ name: 'metrics', containerPort: 9464 })
  const [kept] = scrapeOf('prometheus.kubernetes.yaml')?.relabel_configs ?? []
  expect(kept).toEqual({
    source_labels: [
      `__meta_kubernetes_pod_label_${label.replaceAll(/[./]/g, '_')}`,
      '__meta_kubernetes_pod_container_port_name',
    ],
    regex: 'parley;metrics',
    action: 'keep',
  })
})

const DashboardSchema = Type.Object({
  uid: Text,
  title: Text,
  schemaVersion: Type.Integer({ minimum: 36 }),
  templating: Type.Object({ list: Type.Array(Type.Object({ name: Text, type: Text })) }),
  panels: Type.Array(
    Type.Object({
      id: Type.Integer(),
      type: Type.Enum(['timeseries', 'stat']),
      title: Text,
      gridPos: Type.Object({
        ...{ h: Type.Integer({ minimum: 1 }), w: Type.Integer({ minimum: 1, maximum: 24 }) },
        ...{ x: Type.Integer({ minimum: 0 }), y: Type.Integer({ minimum: 0 }) },
      }),
      targets: Type.Array(Type.Object({ refId: Text, expr: Text, legendFormat: Text }), { minItems: 1 }),
    }),
  ),
})

test('every metric, label and variable of the Grafana dashboard is there, and no panel lies on another', () => {
  const dashboard = JSON.parse(read('grafana/parley.json')) as Static<typeof DashboardSchema>
  expect([...Value.Errors(DashboardSchema, dashboard)]).toEqual([])
  const { panels, templating } = dashboard
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.flatMap((expression) => unknownIn(expression, recorded()))).toEqual([])
  const variables = new Set(['__rate_interval', ...templating.list.map(({ name }) => name)])
  const used = [...JSON.stringify(panels).matchAll(/\$\{?(\w+)/g)].map(([, name]) => name ?? '')
  expect(used.filter((name) => !variables.has(name))).toEqual([])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

type Compose = {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>
        readonly depends_on?: Readonly<Record<string, unknown>>
        readonly volumes?: readonly string[]
        readonly networks?: readonly string[]
        readonly network_mode?: string
        readonly stop_grace_period?: string
        readonly read_only?: boolean
        readonly deploy?: unknown
      }
    >
  >
  readonly configs: { readonly parley: { readonly content: string } }
  readonly volumes: object
  readonly networks: object
}

/** How long a stop may take by the configuration, with the time that it leaves load balancers. */
const stopSecondsOf = async (config: string): Promise<number> => {
  const path = join(await temporaryFolder(), 'config.yaml')
  await writeFile(path, config)
  const { drainSeconds, stopSeconds } = await readConfig(path, {})
  return drainSeconds + stopSeconds
}

const VARIABLES = new Set(Object.values(serveFlags).map(({ env }) => env))
const unknownVariables = (names: readonly string[]) =>
  names.filter((name) => name.startsWith('PARLEY_') && !VARIABLES.has(name))

test('the compose file names only what is there, and gives a stop longer than it may take', async () => {
  const { services, configs, volumes, networks } = parse(read('compose.yaml'), { merge: true }) as Compose
  const names = Object.keys(services)
  for (const service of Object.values(services)) {
    expect(names).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})))
    expect(Object.keys(networks)).toEqual(expect.arrayContaining([...(service.networks ?? [])]))
    for (const mount of service.volumes ?? []) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('.')) expect(read(source).length).toBeGreaterThan(0)
      else expect(Object.keys(volumes)).toContain(source)
    }
  }
  const { parley } = services
  expect(unknownVariables(Object.keys(parley?.environment ?? {}))).toEqual([])
  expect(parley).toMatchObject({ read_only: true })
  expect(parley?.deploy).toBeUndefined()
  expect(Number.parseInt(parley?.stop_grace_period ?? '', 10)).toBeGreaterThan(
    await stopSecondsOf(configs.parley.content),
  )
})

test.each([
  ['that stands by', 'standby', 'parley-standby'],
  ['beside it', 'members', 'parley-2'],
])(
  'the server %s has the folder and the database of the other one, and Caddy asks which is ready',
  async (_, kind, added) => {
    const { services, configs } = parse(read(`compose.${kind}.yaml`), { merge: true }) as Partial<Compose> &
      Pick<Compose, 'services'>
    const base = parse(read('compose.yaml'), { merge: true }) as Compose
    const { parley, [added]: second, caddy } = services
    expect(second).toEqual({ extends: { file: 'compose.yaml', service: 'parley' }, ...parley })
    expect(base.services['parley']?.volumes).toContain('data:/data')
    expect(Number.parseInt(base.services['parley']?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      await stopSecondsOf((configs ?? base.configs).parley.content),
    )
    expect(unknownVariables(Object.keys(parley?.environment ?? {}))).toEqual([])
    const upstreams = Object.keys(services).filter((name) => name.startsWith('parley'))
    expect(caddy?.environment?.['PARLEY_UPSTREAM']).toBe(upstreams.map((name) => `${name}:4750`).join(' '))
    // Of two mounts at one place, the later file counts.
    const mounts = (caddy?.volumes ?? []).map((mount) => mount.split(':'))
    expect(mounts.map(([, place]) => place)).toEqual(['/etc/caddy/Caddyfile'])
    const pathAsked = /health_uri (\S+)/.exec(read(`Caddyfile.${kind}`))?.[1]
    expect(pathAsked).toBe(getReadiness.url)
    // Beside the choice of a server, both files do the same.
    const choosing = /^\s*(?:#.*|health_\w+ .*|lb_\w+ .*|reverse_proxy .*|)$/
    const rest = (name: string) =>
      read(name)
        .split('\n')
        .filter((line) => !choosing.test(line))
    expect(rest(`Caddyfile.${kind}`)).toEqual(rest('Caddyfile'))
  },
)

test('the image runs without root, is asked for its health, and has only variables that the server knows', () => {
  const lines = read('Dockerfile').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  expect(last).toContain('USER 1000:1000')
  expect(last.join('\n')).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", "-e", ".*\/api\/health/m)
  expect(unknownVariables(last.flatMap((line) => line.match(/\bPARLEY_\w+(?==)/g) ?? []))).toEqual([])
  const [entry] = last.filter((line) => line.startsWith('ENTRYPOINT'))
  expect(entry).toContain('bin/run.js')
})

type Container = {
  readonly name: string
  readonly image: string
  readonly args?: readonly string[]
  readonly securityContext: object
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts: readonly { readonly name: string }[]
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
}
type Manifest = {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: object
    readonly replicas?: number
    readonly maxUnavailable?: number
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[]
    readonly template?: {
      readonly metadata: { readonly labels: object }
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly securityContext: object
        readonly initContainers?: readonly Container[]
        readonly containers: readonly Container[]
        readonly volumes: readonly {
          readonly name: string
          readonly persistentVolumeClaim?: { readonly claimName: string }
        }[]
      }
    }
  }
}

function manifests(name: string): ReadonlyMap<string, Manifest> {
  const documents = parseAllDocuments(read(`kubernetes/${name}.yaml`))
  const values = documents.map((document) => {
    if ('errors' in document && document.errors.length > 0) throw document.errors[0]
    return document.toJS() as Manifest
  })
  return new Map(values.map((manifest) => [manifest.kind, manifest]))
}

test.each([
  { name: 'parley', replicas: 1, kinds: ['apps/v1 StatefulSet'] },
  { name: 'parley-members', replicas: 2, kinds: ['v1 PersistentVolumeClaim', 'apps/v1 Deployment'] },
])(
  'the Kubernetes manifests $name fit each other, and leave a stop the time that it may take',
  async ({ name, replicas, kinds }) => {
    const found = manifests(name)
    expect([...found].map(([kind, { apiVersion }]) => `${apiVersion} ${kind}`)).toEqual([
      ...['v1 ConfigMap', 'v1 Secret', 'v1 Service', 'policy/v1 PodDisruptionBudget'],
      ...kinds,
    ])
    const set = [...found.values()].find(({ spec }) => spec?.template !== undefined)?.spec
    const pod = set?.template?.spec
    if (set?.template === undefined || pod === undefined) throw new Error('there is no pod')
    expect(set.replicas).toBe(replicas)
    const { labels } = set.template.metadata
    expect(found.get('Service')?.spec?.selector).toEqual(labels)
    expect(set.selector).toEqual({ matchLabels: labels })
    expect(found.get('PodDisruptionBudget')?.spec).toMatchObject({
      maxUnavailable: replicas - 1,
      selector: { matchLabels: labels },
    })

    const all = [...(pod.initContainers ?? []), ...pod.containers]
    const volumes = [
      ...pod.volumes.map(({ name }) => name),
      ...(set.volumeClaimTemplates ?? []).map((each) => each.metadata.name),
    ]
    for (const container of all) {
      expect(container.securityContext).toMatchObject({
        ...{ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      })
      expect(volumes).toEqual(expect.arrayContaining(container.volumeMounts.map(({ name }) => name)))
    }
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })

    const { 'config.yaml': config = '', ...settings } = found.get('ConfigMap')?.data ?? {}
    expect(
      unknownVariables([...Object.keys(settings), ...Object.keys(found.get('Secret')?.stringData ?? {})]),
    ).toEqual([])
    const [command, seconds = 0] = pod.containers[0]?.lifecycle?.preStop.exec.command ?? ['sleep']
    expect(command).toBe('sleep')
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + (await stopSecondsOf(config)))
    // Nothing new is sent to a pod by then: it waits itself where it knows that others take over.
    expect(Number(seconds) > 0).toBe(!config.includes('drainSeconds'))
    for (const { persistentVolumeClaim } of pod.volumes)
      if (persistentVolumeClaim !== undefined)
        expect(found.get('PersistentVolumeClaim')?.metadata.name).toBe(persistentVolumeClaim.claimName)
  },
)

test('metrics.js passes the metrics of a server on, and nothing else', async () => {
  const folder = await temporaryFolder()
  const readyFile = join(folder, 'ready.json')
  const server = await startTestServer({ dataDir: join(folder, 'data'), readyFile })
  const child = execa(process.execPath, [pathOf('metrics.js')], {
    env: { PARLEY_READY_FILE: readyFile, PARLEY_URL: server.ready.baseUrl, METRICS_PORT: '0' },
    extendEnv: false,
    reject: false,
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await child
  })
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  const address = `http://127.0.0.1:${(JSON.parse(String(line.value)) as { port: number }).port}`
  const answer = await fetch(`${address}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(await answer.text()).toContain('\nparley_store_up 1\n')
  expect((await fetch(`${address}/`)).status).toBe(404)
  await server.stop()
  expect((await fetch(`${address}/metrics`)).status).toBe(503)
})
