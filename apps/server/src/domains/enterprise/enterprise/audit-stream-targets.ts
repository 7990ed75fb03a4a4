import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#kit/clock.ts'
import type { EgressResponse } from '#kit/egress/answer.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { secured } from '#kit/egress/secured.ts'
import { DELIVERY_HEADER, sign, SIGNATURE_HEADER } from '#domains/flow/trigger/shared/signature.ts'
import type { auditLine } from './audit-line.ts'
import type { StreamConfig } from './audit-stream.table.ts'

/** An entry with its number in the chain, so that receivers can detect gaps and repeats. */
type StreamLine = ReturnType<typeof auditLine> & { no: number; hash: string }
export interface Delivery {
  enterpriseId: string
  secret: string
  lines: readonly StreamLine[]
}
const TIMEOUT_MS = 30_000
const syslogPorts: ReadonlySet<number> = new Set([514, 601, 6514])
/** Facility “log audit”, severity “informational”. */
const PRIORITY = 13 * 8 + 6

export interface StreamTargetDeps {
  egress: Pick<Egress, 'fetch' | 'stream' | 'checkUrl'>
  clock: Clock
  /** Name of this instance in syslog messages. */
  hostname: string
}
type Of<K extends StreamConfig['kind']> = Extract<StreamConfig, { kind: K }>

/** Sends entries to a target. Resolves once the target has accepted them; throws with the reason otherwise. */
export function createStreamTargets({ egress, clock, hostname }: StreamTargetDeps) {
  const fine = (answer: EgressResponse) => {
    answer.body.resume()
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  }
  async function webhook({ url }: Of<'webhook'>, { enterpriseId, secret, lines }: Delivery) {
    const body = JSON.stringify({ enterprise_id: enterpriseId, events: lines })
    const headers = {
      'content-type': 'application/json',
      'x-orrery-event': 'audit',
      [DELIVERY_HEADER]: `${enterpriseId}-${lines[0]!.no}`,
      [SIGNATURE_HEADER]: sign(secret, Math.floor(clock.now() / 1000), body),
    }
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: 64 * 1024, secretHeaders: [SIGNATURE_HEADER] }
    fine(await egress.fetch(url, { method: 'POST', redirect: 'manual', headers, body, ...limits }))
  }
  /** Sends RFC 5424 messages in RFC 5425 frames. Without replies in syslog, a clean close counts as delivery. */
  async function syslog({ host, port, authority }: Of<'syslog'>, { lines }: Delivery) {
    const plain = await egress.stream({ host, port, isSecure: false, ports: syslogPorts })
    const socket = await secured(plain, { servername: host, ...(authority && { ca: authority }) })
    const framed = lines.map((line) => {
      const head = `<${PRIORITY}>1 ${line.time} ${hostname} orrery - ${line.action.slice(0, 32)} -`
      const message = Buffer.from(`${head} ${JSON.stringify(line)}`)
      return Buffer.concat([Buffer.from(`${message.length} `), message])
    })
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the syslog server fell silent')))
      socket.once('error', reject)
      socket.once('close', (isBroken) => (isBroken ? reject(new Error('the connection broke')) : resolve()))
      socket.resume()
      socket.end(Buffer.concat(framed))
    })
  }
  /** Stores one object per delivery and hour, named after its first and last entry. */
  async function s3(config: Of<'s3'>, { secret, lines }: Delivery) {
    const root = egress.checkUrl(config.url)
    const byHour = Map.groupBy(lines, (line) => line.time.slice(0, 13))
    for (const [hour, some] of byHour) {
      const folder = [config.folder, ...hour.split(/[-T]/)].filter(Boolean).join('/')
      const number = (no: number) => String(no).padStart(12, '0')
      const key = `${folder}/${number(some[0]!.no)}-${number(some.at(-1)!.no)}.jsonl`
      const body = Buffer.from(some.map((line) => `${JSON.stringify(line)}\n`).join(''))
      const signed = await new AwsV4Signer({
        url: `${root.href.replace(/\/+$/, '')}/${config.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`,
        method: 'PUT',
        accessKeyId: config.access_key_id,
        secretAccessKey: secret,
        region: config.region,
        service: 's3',
        body: new Uint8Array(body),
      }).sign()
      const limits = { timeoutMs: TIMEOUT_MS * 2, secretOrigin: root.origin, redirect: 'error' as const }
      const headers = Object.fromEntries(signed.headers)
      fine(await egress.fetch(signed.url, { method: 'PUT', headers, body, ...limits }))
    }
  }
  return {
    async send(config: StreamConfig, delivery: Delivery): Promise<void> {
      if (config.kind === 'webhook') return webhook(config, delivery)
      return config.kind === 'syslog' ? syslog(config, delivery) : s3(config, delivery)
    },
  }
}
export type StreamTargets = ReturnType<typeof createStreamTargets>
