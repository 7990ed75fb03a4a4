import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { OpenAI } from 'openai'

/**
 * A program of its own, as people write them: it asks a model with the official client, once under each library that watches
 * that client, and exports what the library recorded. The libraries change the client for good, hence the process.
 */
interface Watcher {
  setTracerProvider(provider: unknown): void
  manuallyInstrument?(module: unknown): void
  getModuleDefinitions?(): { patch?(module: unknown, version: string): unknown }[]
  init?(): unknown
}
const require = createRequire(import.meta.url)
const client = require('openai') as { OpenAI: new (options: object) => OpenAI }
const { version } = require('openai/package.json') as { version: string }
const libraries = [
  '@opentelemetry/instrumentation-openai',
  '@arizeai/openinference-instrumentation-openai',
  '@traceloop/instrumentation-openai',
]

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

for (const name of libraries) {
  const exporter = new OTLPTraceExporter({
    url: process.env.TRACES_URL!,
    headers: { authorization: `Bearer ${process.env.TOKEN}`, 'cozeloop-workspace-id': process.env.SPACE_ID! },
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const { OpenAIInstrumentation } = require(name) as { OpenAIInstrumentation: new () => Watcher }
  const watcher = new OpenAIInstrumentation()
  watcher.setTracerProvider(provider)
  if (watcher.manuallyInstrument) watcher.manuallyInstrument(name.startsWith('@traceloop') ? client.OpenAI : client)
  else
    for (const one of [watcher.init?.()].flat() as { patch?(module: unknown, version: string): unknown }[])
      one.patch?.(client, version)
  const asked = new client.OpenAI({ apiKey: 'sk-none', baseURL })
  await asked.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Weather?' }] })
  // The libraries write their span once the answer was read.
  await new Promise((resolve) => setImmediate(resolve))
  await provider.forceFlush()
  await provider.shutdown()
}
model.close()
