import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export type Registration = 'open' | 'invite' | 'closed'
export interface Config {
  host: string
  port: number
  dataDir: string
  /** Where the interpreters' files are unpacked once; by default in the data directory. Tests share one. */
  cacheDir?: string
  /** Upper limit for the running time of user code, in milliseconds. Tests set it to save time. */
  mostCodeMs?: number
  /** Python processes kept ready between runs. Tests keep none: each test would start one more than it needs. */
  pythonSpares?: number
  databaseUrl?: string
  publicUrl: string
  /** Undefined: open while bound to loopback, otherwise by invitation. The owner's choice overrides it. */
  registration?: Registration
  secretKey?: string
  logLevel: string
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[]
  /** Calls per minute of one token; accounts, bots and spaces get multiples of it. */
  apiCallsPerMinute: number
  /** Port that receives spans over gRPC; without it, gRPC is off. */
  otlpGrpcPort?: number
  /** Where the values of spans are stored; without it, beside their heads. */
  clickhouseUrl?: string
  /** How many spans may wait for ClickHouse. */
  spanBacklog?: number
  /** Two-letter codes of countries whose people cannot share their location with bots. */
  locationsLeftOut: string[]
  /** Hosts (host or host:port) that may be reached although they are private. */
  egressAllow: string[]
  /** Name servers for the domains of enterprises; by default those of the machine. */
  dnsServers: string[]
  /** A server of the range protocol for stolen passwords; without it, only the bundled list is checked. */
  breachUrl?: string
  s3?: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
  smtp?: { url: string; from: string }
  /** The Chromium that takes pictures of pages; by default the first on the PATH. */
  chromePath?: string
  /** The ffmpeg for recordings that are not decoded here; by default the first on the PATH. */
  ffmpegPath?: string
  /** The built-in speech; its processes end when they are idle. */
  offlineSpeech: boolean
  /** First and last UDP port for calls over WebRTC; without them, calls use WebSockets. */
  voiceUdpPorts?: readonly [number, number]
  /** The public address of these ports, where the machine does not know it by itself. */
  voicePublicIp?: string
  /** The folder with the built web app; absent in development, where Vite serves it. */
  webDir?: string
}

/** The checkout: the nearest folder above with a workspace root. The same from source and from the bundle. */
export const rootDir = findRoot(path.dirname(fileURLToPath(import.meta.url)))
/** Cache of compiled code on disk: it makes the second start twice as fast. */
export const compileCacheDir = path.join(rootDir, '.cache/compile')
function findRoot(from: string): string {
  const isRoot = existsSync(path.join(from, 'package-lock.json'))
  return isRoot || from === path.dirname(from) ? from : findRoot(path.dirname(from))
}
const loopback = new Set(['127.0.0.1', 'localhost', '::1'])
export const isLoopback = (host: string) => loopback.has(host)

/** Every setting has one name: `PORT` in the environment is `--port` on the command line. */
const settings = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'PUBLIC_URL',
  'REGISTRATION',
  'SECRET_KEY',
  'LOG_LEVEL',
  'TRUSTED_PROXIES',
  'API_CALLS_PER_MINUTE',
  'OTLP_GRPC_PORT',
  'CLICKHOUSE_URL',
  'SPAN_BACKLOG',
  'EGRESS_ALLOW',
  'DNS_SERVERS',
  'PASSWORD_BREACH_URL',
  'LOCATIONS_LEFT_OUT',
  'CHROME_PATH',
  'FFMPEG_PATH',
  'OFFLINE_SPEECH',
  'VOICE_UDP_PORTS',
  'VOICE_PUBLIC_IP',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SMTP_FROM',
] as const
type Setting = (typeof settings)[number]
const flagOf = (name: Setting) => name.toLowerCase().replaceAll('_', '-')

export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv, argv: string[]): Config {
  const flags = readFlags(argv)
  const get = (name: Setting) => (flags[flagOf(name)] as string | undefined) ?? (env[name] || undefined)
  const host = get('HOST') ?? '127.0.0.1'
  const port = readPort(get('PORT') ?? '8890')
  const publicUrl = (
    get('PUBLIC_URL') ?? `http://${isLoopback(host) || host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  ).replace(/\/+$/, '')
  if (!URL.canParse(publicUrl)) throw new ConfigError(`PUBLIC_URL is not a URL: ${publicUrl}`)
  return {
    host,
    port,
    publicUrl,
    dataDir: path.resolve(get('DATA_DIR') ?? path.join(rootDir, 'data')),
    databaseUrl: get('DATABASE_URL'),
    registration: readRegistration(get('REGISTRATION')),
    secretKey: get('SECRET_KEY'),
    logLevel: get('LOG_LEVEL') ?? 'info',
    trustedProxies: list(get('TRUSTED_PROXIES')),
    apiCallsPerMinute: readCount('API_CALLS_PER_MINUTE', get('API_CALLS_PER_MINUTE')),
    otlpGrpcPort: get('OTLP_GRPC_PORT') ? readPort(get('OTLP_GRPC_PORT')!, 'OTLP_GRPC_PORT') : undefined,
    clickhouseUrl: readClickHouse(get('CLICKHOUSE_URL')),
    spanBacklog: get('SPAN_BACKLOG') ? readCount('SPAN_BACKLOG', get('SPAN_BACKLOG')) : undefined,
    egressAllow: list(get('EGRESS_ALLOW')),
    dnsServers: list(get('DNS_SERVERS')),
    breachUrl: get('PASSWORD_BREACH_URL'),
    locationsLeftOut: list(get('LOCATIONS_LEFT_OUT')).map((country) => country.toUpperCase()),
    chromePath: get('CHROME_PATH'),
    ffmpegPath: get('FFMPEG_PATH'),
    offlineSpeech: readSwitch('OFFLINE_SPEECH', get('OFFLINE_SPEECH')),
    voiceUdpPorts: readPorts(get('VOICE_UDP_PORTS')),
    voicePublicIp: readAddress(get('VOICE_PUBLIC_IP')),
    s3: readS3(get),
    smtp: get('SMTP_URL')
      ? { url: get('SMTP_URL')!, from: get('SMTP_FROM') ?? `orrery@${new URL(publicUrl).hostname}` }
      : undefined,
    webDir: path.join(rootDir, 'apps/web/dist'),
  }
}

function readClickHouse(url: string | undefined): string | undefined {
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new ConfigError('CLICKHOUSE_URL is not an HTTP URL')
  return url
}
function readFlags(argv: string[]) {
  try {
    const options = Object.fromEntries(settings.map((name) => [flagOf(name), { type: 'string' as const }]))
    return parseArgs({ args: argv, options, strict: true }).values
  } catch (cause) {
    throw new ConfigError(
      `${(cause as Error).message}. Known flags: ${settings.map((name) => `--${flagOf(name)}`).join(' ')}`,
    )
  }
}

function readPort(text: string, name: Setting = 'PORT'): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new ConfigError(`${name} must be a number from 0 to 65535, not "${text}"`)
  return port
}

/** Each call takes one port; searching a larger range for a free port would take too long. */
const MAX_UDP_PORTS = 1000
function readPorts(text?: string): Config['voiceUdpPorts'] {
  if (text === undefined) return undefined
  const [from = 0, to = 0] = /^(\d{1,5})-(\d{1,5})$/.exec(text)?.slice(1).map(Number) ?? []
  if (from >= 1024 && to > from && to <= 65_535 && to - from < MAX_UDP_PORTS) return [from, to]
  throw new ConfigError(
    `VOICE_UDP_PORTS must be two to ${MAX_UDP_PORTS} ports from 1024 on, such as 50000-50100, not "${text}"`,
  )
}
function readAddress(text?: string): string | undefined {
  if (text === undefined || isIP(text)) return text
  throw new ConfigError(`VOICE_PUBLIC_IP must be an IP address, not "${text}"`)
}

/** No limit without the setting: on a private machine only the machine is the limit. */
function readCount(name: Setting, text?: string): number {
  if (text === undefined) return Number.POSITIVE_INFINITY
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new ConfigError(`${name} must be a whole number above 0, not "${text}"`)
  return count
}

function readSwitch(name: Setting, text = 'on'): boolean {
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} must be on or off, not "${text}"`)
  return text === 'on'
}

function readRegistration(text?: string): Registration | undefined {
  if (text === undefined || text === 'open' || text === 'invite' || text === 'closed') return text
  throw new ConfigError(`REGISTRATION must be open, invite or closed, not "${text}"`)
}

function readS3(get: (name: Setting) => string | undefined): Config['s3'] {
  const endpoint = get('S3_ENDPOINT')
  if (!endpoint) return undefined
  const [bucket, accessKeyId, secretAccessKey] = [
    get('S3_BUCKET'),
    get('S3_ACCESS_KEY_ID'),
    get('S3_SECRET_ACCESS_KEY'),
  ]
  if (!bucket || !accessKeyId || !secretAccessKey)
    throw new ConfigError('S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too')
  return { endpoint, bucket, region: get('S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey }
}

const list = (text?: string) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
