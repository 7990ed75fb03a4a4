import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { credentials, Metadata } from '@grpc/grpc-js'
import { beforeAll, expect, test } from 'vitest'
import { type OtlpGrpc, openOtlpGrpc } from '#kit/otlp-grpc.ts'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
let token: string
let grpc: OtlpGrpc
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Programs' })).id
  ;({ token } = await owner.api.token.create({ name: 'Exporter', duration_day: '30' }))
  grpc = await openOtlpGrpc({ host: '127.0.0.1', port: 0, fetch: (request) => t.app.fetch(request), log: t.infra.log })
  afterFile(() => grpc.close())
})
/** Sends one span with the official exporter. */
async function send(authorization: string, compression?: 'gzip') {
  const metadata = new Metadata()
  metadata.set('authorization', authorization)
  metadata.set('cozeloop-workspace-id', spaceId)
  const exporter = new OTLPTraceExporter({
    url: `http://127.0.0.1:${grpc.port}`,
    credentials: credentials.createInsecure(),
    metadata,
    ...(compression && { compression: compression as never }),
  })
  const results: { code: number; error?: Error & { code?: number } }[] = []
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'shop' }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: {
          export: (spans: Parameters<typeof exporter.export>[0], done: (result: (typeof results)[number]) => void) =>
            exporter.export(spans, (result) => {
              results.push(result as (typeof results)[number])
              done(result as (typeof results)[number])
            }),
          shutdown: () => exporter.shutdown(),
          forceFlush: () => exporter.forceFlush(),
        } as never,
      }),
    ],
  })
  const span = provider.getTracer('test').startSpan('ask', { attributes: { 'gen_ai.request.model': 'gpt-x' } })
  span.end()
  await provider.forceFlush().catch(() => {})
  await provider.shutdown().catch(() => {})
  return { traceId: span.spanContext().traceId, result: results[0]! }
}

test.each([undefined, 'gzip' as const])('the exporter for gRPC sends a span, compression %s', async (compression) => {
  const { traceId, result } = await send(`Bearer ${token}`, compression)
  expect(result.code).toBe(0)
  const found = await owner.api.traceSearch.get({ space_id: spaceId, trace_id: traceId })
  expect(found.spans).toMatchObject([{ name: 'ask', model_name: 'gpt-x' }])
  expect(found.trace.source).toBe('otlp')
})
test('a wrong token is refused with UNAUTHENTICATED, which exporters do not retry', async () => {
  const { result } = await send('Bearer pat_wrong')
  expect(result.error).toMatchObject({ code: 16 })
})
