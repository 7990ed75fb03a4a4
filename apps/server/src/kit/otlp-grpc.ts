import type { Metadata, ServiceDefinition, StatusObject } from '@grpc/grpc-js'
import type { Log } from './log.ts'

/** The same limit as for a compressed request over HTTP. */
const MAX_BYTES = 8 * 1024 * 1024
const bytes = (value: Buffer) => value
const service: ServiceDefinition = {
  export: {
    path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    requestStream: false,
    responseStream: false,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
  },
}
/** HTTP headers that callers send as gRPC metadata. */
const passedOn = ['authorization', 'cozeloop-workspace-id', 'accept-language']

export interface OtlpGrpcOptions {
  host: string
  port: number
  /** The HTTP app: spans are processed like those that arrive over HTTP. */
  fetch(request: Request): Response | Promise<Response>
  log: Log
}
export interface OtlpGrpc {
  port: number
  close(): Promise<void>
}

/** Receives spans over gRPC. Loaded only where it is configured. */
export async function openOtlpGrpc({ host, port, fetch, log }: OtlpGrpcOptions): Promise<OtlpGrpc> {
  const { Server, ServerCredentials, status } = await import('@grpc/grpc-js')
  /** Callers retry UNAVAILABLE, and nothing else. */
  const codes: Readonly<Record<number, number>> = {
    400: status.INVALID_ARGUMENT,
    401: status.UNAUTHENTICATED,
    403: status.PERMISSION_DENIED,
    404: status.NOT_FOUND,
    413: status.OUT_OF_RANGE,
    429: status.UNAVAILABLE,
    502: status.UNAVAILABLE,
    503: status.UNAVAILABLE,
    504: status.UNAVAILABLE,
  }
  async function take(metadata: Metadata, body: Buffer): Promise<Buffer> {
    const headers = new Headers({ 'content-type': 'application/x-protobuf' })
    for (const name of passedOn) {
      const [value] = metadata.get(name)
      if (typeof value === 'string') headers.set(name, value)
    }
    const answer = await fetch(
      new Request('http://localhost/v1/traces', { method: 'POST', headers, body: new Uint8Array(body) }),
    )
    if (answer.ok) return Buffer.from(await answer.arrayBuffer())
    const { msg } = (await answer.json().catch(() => ({}))) as { msg?: string }
    throw Object.assign(new Error(msg), { code: codes[answer.status] ?? status.INTERNAL, details: msg ?? '' })
  }
  const server = new Server({ 'grpc.max_receive_message_length': MAX_BYTES })
  server.addService(service, {
    export(
      call: { metadata: Metadata; request: Buffer },
      done: (fault: Partial<StatusObject> | null, answer?: Buffer) => void,
    ) {
      take(call.metadata, call.request).then(
        (answer) => done(null, answer),
        (cause: Partial<StatusObject>) => {
          if (cause.code === undefined) log.error({ err: cause }, 'spans by gRPC could not be taken')
          done({ code: cause.code ?? status.INTERNAL, details: cause.details ?? 'Internal error' })
        },
      )
    },
  })
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (cause, taken) =>
      cause ? reject(cause) : resolve(taken),
    ),
  )
  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.tryShutdown(() => resolve())
        setTimeout(() => {
          server.forceShutdown()
          resolve()
        }, 2000).unref()
      }),
  }
}
