import { pino, type Logger } from 'pino'

export type Log = Logger

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
// Credentials are masked inside free text too: error messages quote URLs and headers.
const credential =
  /\b(pat_|sk-|oat_|Bearer\s+)[\w.~+/=-]{8,}|([?&](?:token|key|code|sig|password|api_key|access_token)=)[^&\s"']+/gi
export const maskSecrets = (text: string) =>
  text.replace(credential, (_, prefix?: string, query?: string) => `${prefix ?? query ?? ''}***`)

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
