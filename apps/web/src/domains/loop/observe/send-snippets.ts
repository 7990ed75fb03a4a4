export const snippets = ['environment', 'javascript', 'python'] as const
export type Snippet = (typeof snippets)[number]

const environment = (origin: string, spaceId: string) => `OTEL_EXPORTER_OTLP_ENDPOINT=${origin}
OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20pat_YOUR_TOKEN,cozeloop-workspace-id=${spaceId}"
OTEL_SERVICE_NAME=my-service`

const javascript = (
  origin: string,
  spaceId: string,
) => `import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { NodeSDK } from '@opentelemetry/sdk-node'

new NodeSDK({
  serviceName: 'my-service',
  traceExporter: new OTLPTraceExporter({
    url: '${origin}/v1/traces',
    headers: { authorization: 'Bearer pat_YOUR_TOKEN', 'cozeloop-workspace-id': '${spaceId}' },
  }),
}).start()`

const python = (origin: string, spaceId: string) => `from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(
    endpoint="${origin}/v1/traces",
    headers={"authorization": "Bearer pat_YOUR_TOKEN", "cozeloop-workspace-id": "${spaceId}"},
)))
trace.set_tracer_provider(provider)`

/** The code or settings with which a program sends its spans to a space. */
export const snippetOf = (kind: Snippet, origin: string, spaceId: string): string =>
  ({ environment, javascript, python })[kind](origin, spaceId)
