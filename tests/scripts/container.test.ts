import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseEnv } from '#server/env.ts'
import { connectionLimits } from '#server/http/process/listener.ts'
import { importsOf, targetOf, withoutComments } from '../architecture/imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** What the image may be started with. */
const entries = ['main', 'migrate', 'admin', 'healthcheck'].map((name) => `server/${name}.ts`)
const ready = '/api/health/ready'

interface Service {
  readonly image?: string
  readonly user?: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string | number>>
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly networks?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { condition: string }>>
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly networks?: Readonly<Record<string, { internal?: boolean } | null>>
}

const compose = (path: string) => parse(read(path), { merge: true }) as Compose
const many = compose('compose.yaml')
const alone = compose('compose.embedded.yaml')
const ours = [many, alone].flatMap(({ services }) =>
  Object.entries(services).filter(([, { image }]) => image === 'zync'),
)

describe('the image', () => {
  const stages = stagesOf(read('Dockerfile'))
  const [build, image] = stages
  const last = (name: string) => image?.findLast((line) => line.startsWith(`${name} `)) ?? ''

  test('is built in one stage and run in another, both on the Node of the project', () => {
    const [, major = ''] = /"node": "(\d+)\./.exec(read('package.json')) ?? []
    expect(stages).toHaveLength(2)
    expect(build?.[0]).toBe(`FROM node:${major}-bookworm-slim AS build`)
    expect(image?.[0]).toBe(`FROM gcr.io/distroless/nodejs${major}-debian12:nonroot`)
  })

  test('holds every file and every package that what it runs imports or reads', () => {
    const copied = copiedPaths(image ?? [])
    const { files, packages } = reachedFrom(entries)
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((path) => !isBelow(path, copied))).toEqual([])
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    const there = new Set([...Object.keys(dependencies), ...builtinModules])
    expect(packages.filter((name) => !there.has(name))).toEqual([])
    expect(copied).toContain('node_modules')
  })

  test('holds no path that is neither reached nor the package’s own', () => {
    const { files } = reachedFrom(entries)
    const needed = [...files, 'package.json', 'node_modules/x']
    const idle = copiedPaths(image ?? []).filter(
      (path) => !needed.some((at) => isBelow(at, [path])),
    )
    expect(idle).toEqual([])
  })

  test('is run by nobody in particular, listens where it says, and ends on the signal that the server knows', () => {
    expect(last('USER')).toBe('USER 65532:65532')
    const env = envOf(last('ENV'))
    expect(last('EXPOSE')).toBe(`EXPOSE ${env['PORT']}`)
    expect(last('VOLUME')).toBe(`VOLUME ${env['DATA_DIR']}`)
    expect(image).toContain('COPY --from=build --chown=65532:65532 /data /data')
    expect(parseEnv(env)).toMatchObject({ production: true, host: '0.0.0.0', port: 3_000 })
    expect(last('STOPSIGNAL')).toBe('STOPSIGNAL SIGTERM')
    expect(read('server/http/process/listener.ts')).toContain("'SIGTERM'")
  })

  test('starts files that are there, and asks the path that says whether it is ready', () => {
    const started = [last('CMD'), last('HEALTHCHECK')].join().match(/\/app\/[\w/.]+/g) ?? []
    expect(started).toEqual(['/app/server/main.ts', '/app/server/healthcheck.ts'])
    for (const path of started) expect(existsSync(root + path.replace('/app', ''))).toBe(true)
    expect(read('server/healthcheck.ts')).toContain(ready)
    expect(read('server/http/process/listener.ts')).toContain(`'${ready}'`)
  })

  test('is built without what must not be in it, and with what it needs', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    for (const name of ['.env', '.git', 'data', 'node_modules', 'dist']) {
      expect(ignored).toContain(name)
    }
    const needed = [
      ...reachedFrom(entries).files.filter((path) => !isBelow(path, ['dist'])),
      'src/app',
      'sw',
      'public',
      'scripts',
      'project.inlang',
      'index.html',
      'vite.config.ts',
    ]
    expect(needed.filter((path) => isBelow(path, ignored))).toEqual([])
  })
})

describe('a container of ours', () => {
  test.each(ours)(
    '%s can write to its data and to /tmp alone, and gain no rights',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(service.user).toBeUndefined()
      const writable = [
        ...(service.tmpfs ?? []).map((each) => each.split(':')[0]),
        ...(service.volumes ?? []).map((each) => each.split(':')[1]),
      ]
      expect(new Set(writable)).toEqual(new Set(['/data', '/tmp']))
    },
  )

  test.each(ours)(
    '%s gets an environment that the server takes, name by name',
    (_name, service) => {
      const env = filledIn(service)
      const known = namesOfEnv()
      expect(Object.keys(env).filter((name) => !known.includes(name))).toEqual([])
      expect(parseEnv({ DATA_DIR: '/data', ...env })).toMatchObject({ production: true })
    },
  )

  /** What the image says itself, what is for tests, and what the kind of service decides. */
  const notPassed = ['HOST', 'PORT', 'DATA_DIR', 'STRIPE_API_BASE', 'GOOGLE_API_BASE', 'PUSH_HOSTS']
  const notPassedHere = {
    many: ['DATABASE_DIRECT_URL', 'SNAPSHOTS_MAX'],
    alone: [
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_POOL_MAX',
      'MIGRATE_ON_START',
      'DRAIN_DELAY_S',
      'STREAM_SPREAD_S',
    ],
  }
  test.each(['many', 'alone'] as const)(
    'passes on whatever an operator can set, in the service of %s',
    (which) => {
      const service = which === 'many' ? many.services['app1'] : alone.services['app']
      const passed = Object.keys(service?.environment ?? {})
      const left = namesOfEnv().filter((name) => !passed.includes(name))
      expect(left.toSorted()).toEqual([...notPassed, ...notPassedHere[which]].toSorted())
    },
  )

  test.each(ours)('%s is given longer to end than the server takes', (_name, service) => {
    const { drainDelayMs } = parseEnv(filledIn(service))
    const [answers, jobs, mails] = [10, 10, 5]
    const takes = drainDelayMs / 1_000 + answers + jobs + mails
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(takes)
  })
})

describe('the service of many processes', () => {
  const { services } = many
  const { app1, app2, migrate, proxy, db } = services

  test('is two equal processes that start once the tables are up to date', () => {
    expect(app1).toEqual(app2)
    expect(migrate?.command).toEqual(['/app/server/migrate.ts'])
    expect(app1?.depends_on?.['migrate']).toEqual({ condition: 'service_completed_successfully' })
    expect(parseEnv(filledIn(app1 ?? {}))).toMatchObject({
      migrateOnStart: false,
      trustedProxyHops: 1,
    })
  })

  test('shows the proxy alone to the world, and keeps database and bucket away from it', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
    expect(many.networks?.['inside']).toEqual({ internal: true })
    for (const name of ['db', 'bucket']) expect(services[name]?.networks).toEqual(['inside'])
    expect(proxy?.networks).toEqual(['outside'])
    expect(filledIn(app1 ?? {})['DATABASE_URL']).toContain('@db:5432/')
    expect(db?.environment).toMatchObject({ POSTGRES_USER: 'zync', POSTGRES_DB: 'zync' })
  })

  test('asks both processes whether they are ready, sooner than a stopping one closes, holds no event back and logs no pay link', () => {
    const file = read('deploy/Caddyfile')
    const { port, drainDelayMs } = parseEnv(filledIn(app1 ?? {}))
    expect(file).toContain(`to app1:${port} app2:${port}\n`)
    expect(file).toContain(`health_uri ${ready}\n`)
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(file)?.[1])
    const fails = Number(/health_fails (\d+)/.exec(file)?.[1])
    const seen = fails * seconds('health_interval') + seconds('health_timeout')
    expect(seen * 1_000).toBeLessThan(drainDelayMs)
    // What the server closes first is a request lost.
    expect(seconds('keepalive') * 1_000).toBeLessThan(connectionLimits.keepAliveTimeout)
    expect(file).toMatch(
      /handle \/api\/events \{\s*reverse_proxy \{\s*import processes\s*flush_interval -1/,
    )
    expect(file).toMatch(/^\{[^}]*log \{[^}]*request>uri regexp "\^\/pay\/\.\*" "\/pay\/-"/m)
    expect(proxy?.volumes).toContain('./deploy:/etc/caddy:ro')
    expect(read('docs/OPERATIONS.md')).toMatch(
      /exec proxy caddy reload --config \/etc\/caddy\/Caddyfile/,
    )
  })
})

test('the service of one process keeps what it stores in a volume, on the embedded database', () => {
  expect(Object.keys(alone.services)).toEqual(['app'])
  const { app } = alone.services
  expect(parseEnv(filledIn(app ?? {})).databaseUrl).toBeUndefined()
  expect(app?.volumes).toEqual(['data:/data'])
  expect(app?.ports).toEqual(['127.0.0.1:3000:3000'])
})

/** Every variable that the server reads. */
function namesOfEnv(): string[] {
  const text = read('server/env.ts') + read('server/ports/push/env.ts')
  return [...text.matchAll(/^ {2}([A-Z_\d]+): v\./gm)].map(([, name = '']) => name)
}

/** The instructions of each stage, one a line. */
function stagesOf(dockerfile: string): string[][] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
  const stages: string[][] = []
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([])
    stages.at(-1)?.push(line)
  }
  return stages
}

/** What a stage copies from the root of the other one. */
function copiedPaths(stage: readonly string[]): string[] {
  return stage.flatMap((line) => /^COPY --from=build \/app\/(\S+)/.exec(line)?.[1] ?? [])
}

function envOf(line: string): Record<string, string> {
  return Object.fromEntries(
    [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
}

/** Every file that these import, start or read beside them, and every package. */
function reachedFrom(from: readonly string[]): { files: string[]; packages: string[] } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue
    files.add(path)
    if (!path.endsWith('.ts')) continue
    const text = read(path)
    const beside = [
      ...withoutComments(text).matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g),
    ]
    const named = [...importsOf(text), ...beside.map(([, at = '']) => at)]
    for (const target of named.map((each) => targetOf(path, each))) {
      const [, name] = /^package:(?:node:)?((?:@[^/]+\/)?[^/]+)/.exec(target) ?? []
      if (name === undefined) waiting.push(target)
      else packages.add(name)
    }
  }
  return { files: [...files], packages: [...packages] }
}

/** The environment of a service as compose gives it, with what an operator has to say about it. */
function filledIn({ environment = {} }: Service): Record<string, string> {
  const said: Record<string, string> = {
    PUBLIC_URL: 'https://zync.example.org',
    SEALING_KEY: Buffer.alloc(32, 1).toString('base64'),
    EVIDENCE_KEY: Buffer.alloc(32, 2).toString('base64'),
  }
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, how: string, rest: string) =>
      how === '-' ? rest : (said[name] ?? 'given'),
    )
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, fill(String(value))]),
  )
}
