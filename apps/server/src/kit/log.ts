import { pino, type Logger } from 'pino'
import { maskSecrets } from './mask-secrets.ts'

export type Log = Logger
export { maskSecrets }

const secretKeys = [
  'password',
  'token',
  'authorization',
  'cookie',
  'set-cookie',
  'secret',
  'api_key',
  'apiKey',
  'key',
  'code',
  'access_token',
  'refresh_token',
  'client_secret',
]
const paths = secretKeys.flatMap((key) =>
  /\W/.test(key) ? [`["${key}"]`, `*["${key}"]`] : [key, `*.${key}`, `*.*.${key}`],
)

export function createLog(options: { level?: string; destination?: { write(line: string): void } } = {}): Log {
  const destination = options.destination ?? process.stdout
  return pino(
    {
      level: options.level ?? 'info',
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '***' },
    },
    { write: (line: string) => void destination.write(maskSecrets(line)) },
  )
}
