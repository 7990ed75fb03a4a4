import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { OpenAIInstrumentation as OpenInference } from '@arizeai/openinference-instrumentation-openai'
import { OpenAIInstrumentation as OpenTelemetry } from '@opentelemetry/instrumentation-openai'
import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { OpenAIInstrumentation as Traceloop } from '@traceloop/instrumentation-openai'
import type { OpenAI } from 'openai'
import { VERSION } from 'openai/version'

/**
 * A separate program of the kind that people write: it calls a model with the official client, traced by one of the
 * usual instrumentation libraries, and exports the spans. The libraries patch the client permanently, so each one runs
 * in a process of its own.
 */
interface Instrumentation {
  setTracerProvider(provider: unknown): void
  manuallyInstrument?(module: unknown): void
  init?(): unknown
}
const require = createRequire(import.meta.url)
const client = require('openai') as { OpenAI: new (options: object) => OpenAI }
const instrumentations = {
  '@opentelemetry/instrumentation-openai': OpenTelemetry,
  '@arizeai/openinference-instrumentation-openai': OpenInference,
  '@traceloop/instrumentation-openai': Traceloop,
} as unknown as Record<string, new () => Instrumentation>

const model = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const message = { role: 'assistant', content: 'Sunny.' }
    const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'gpt-4o-2024', choices, usage }),
    )
  })
})
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
const baseURL = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`

const name = process.env.LIBRARY!
const exporter = new OTLPTraceExporter({
  url: process.env.TRACES_URL!,
  headers: { authorization: `Bearer ${process.env.TOKEN}`, 'cozeloop-workspace-id': process.env.SPACE_ID! },
})
const provider = new TracerProvider({
  resource: resourceFromAttributes({ 'service.name': name }),
  spanProcessors: [new BatchSpanProcessor({ exporter })],
})
const instrumentation = new instrumentations[name]!()
instrumentation.setTracerProvider(provider)
if (instrumentation.manuallyInstrument)
  instrumentation.manuallyInstrument(name.startsWith('@traceloop') ? client.OpenAI : client)
else
  for (const one of [instrumentation.init?.()].flat() as { patch?(module: unknown, version: string): unknown }[])
    one.patch?.(client, VERSION)
// Makes the spans of the client children of the span of the program.
const active = new AsyncLocalStorage<Context>()
context.setGlobalContextManager({
  active: () => active.getStore() ?? ROOT_CONTEXT,
  with: (given, work, self, ...args) => active.run(given, () => work.apply(self as never, args)),
  bind: (given, target) =>
    typeof target === 'function'
      ? (((...args: unknown[]) =>
          active.run(given, () => (target as (...all: unknown[]) => unknown)(...args))) as never)
      : target,
  enable() {
    return this
  },
  disable() {
    return this
  },
})
const whole = provider.getTracer('program').startSpan('answer a question')
const asked = new client.OpenAI({ apiKey: 'sk-none', baseURL })
await context.with(trace.setSpan(context.active(), whole), () =>
  asked.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Weather?' }] }),
)
whole.end()
// The libraries end their span only after the answer was read.
await new Promise((resolve) => setImmediate(resolve))
await provider.forceFlush()
await provider.shutdown()
model.close()
