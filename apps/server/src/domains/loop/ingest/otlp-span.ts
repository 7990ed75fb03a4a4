import { type NewSpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { INGEST_LIMITS } from '@orrery/contract/shared/trace-enums'
import { cleanAttributes, cleanText, CUT, cutNames, cutText } from './clean-values.ts'
import { inputOf, outputOf } from './attribute-map/content.ts'
import { kindOf } from './attribute-map/kind.ts'
import { pickText, textOf } from './attribute-map/pick.ts'
import { firstTokenOf, usageOf } from './attribute-map/usage.ts'
import { type Attributes, OTLP_ERROR, type OtlpSpan } from './otlp-types.ts'

const sceneOf = (environment: string) => (/^(dev|test|boe|local|debug|staging)/i.test(environment) ? 'debug' : 'online')

const keys = {
  model: ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.response.model', 'ai.model.id'],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'ai.model.provider'],
  environment: ['deployment.environment.name', 'deployment.environment'],
  user: [
    'user.id',
    'enduser.id',
    'cozeloop.user_id',
    'ai.telemetry.metadata.userId',
    'traceloop.association.properties.user_id',
  ],
  thread: [
    'cozeloop.thread_id',
    'gen_ai.conversation.id',
    'session.id',
    'ai.telemetry.metadata.sessionId',
    'traceloop.association.properties.session_id',
  ],
  log: ['cozeloop.logid', 'cozeloop.log_id'],
  prompt: ['cozeloop.prompt_key', 'gen_ai.prompt.name'],
  promptVersion: ['cozeloop.prompt_version'],
  service: ['service.name'],
  version: ['service.version'],
} as const satisfies Record<string, readonly string[]>

/** Cleaned resources, cached because all spans of a request share one resource. */
const cleanResources = new WeakMap<Attributes, Attributes>()
function cleanResource(resource: Attributes): Attributes {
  let clean = cleanResources.get(resource)
  if (!clean) cleanResources.set(resource, (clean = cleanAttributes(resource)))
  return clean
}
const noEvents: OtlpSpan['events'] = []
/** Masks credentials before any value is read from the span. */
const cleanSpan = (span: OtlpSpan): OtlpSpan => ({
  ...span,
  attributes: cleanAttributes(span.attributes),
  resource: cleanResource(span.resource),
  events: span.events.length
    ? span.events.map(({ name, time, attributes }) => ({
        name: cleanText(name),
        time,
        attributes: cleanAttributes(attributes),
      }))
    : noEvents,
})

/** Names of values that will be cut, as the sender calls them. */
export const cutFields = ({ attributes }: OtlpSpan): string[] => cutNames(attributes)

/** Converts an OpenTelemetry span to the format of the store. Unmapped attributes are kept as attributes. */
export function toStored(
  sent: OtlpSpan,
  spaceId: string,
  cut: readonly string[] = [],
): { span: NewSpan; cost: number | undefined } {
  const span = cleanSpan(sent)
  const { attributes, resource } = span
  const { cost, inputTokens, outputTokens, cachedTokens, reasoningTokens } = usageOf(span)
  const { kind, rawType } = kindOf(span)
  const text = (names: readonly string[], max = 512) => cutText(textOf(attributes, resource, names), max)
  const service = text(keys.service) || 'unknown_service'
  const { status, errorCode, errorMsg } = failureOf(span)
  const startedAt = Math.round(span.start / 1000)
  return {
    cost,
    span: {
      spaceId,
      traceId: span.traceId,
      spanId: span.spanId,
      parentId: /^0*$/.test(span.parentId) ? '' : span.parentId,
      startedAt,
      durationUs: Math.max(0, Math.round(span.end / 1000) - startedAt),
      firstUs: firstTokenOf(span),
      kind,
      rawType: cutText(rawType, 256),
      name: cleanText(span.name, 1024) || '-',
      source: 'otlp',
      objectKind: 'service',
      objectKey: service,
      objectVersion: text(keys.version, 128),
      connectorId: '',
      status,
      errorCode,
      errorMsg,
      errorZh: '',
      modelId: '',
      model: text(keys.model),
      provider: text(keys.provider),
      inputTokens,
      outputTokens,
      cachedTokens,
      reasoningTokens,
      cost: 0,
      scene: sceneOf(text(keys.environment)),
      service,
      userKey: text(keys.user),
      threadId: text(keys.thread),
      logId: text(keys.log),
      promptKey: text(keys.prompt),
      promptVersion: text(keys.promptVersion, 128),
      input: cutText(inputOf(span), INGEST_LIMITS.valueBytes),
      output: cutText(outputOf(span), INGEST_LIMITS.valueBytes),
      attributes: cut.length ? { ...wholeOf(span), [CUT]: cut } : wholeOf(span),
    },
  }
}
function wholeOf({ attributes, resource, scope, events }: OtlpSpan): Attributes {
  const hasResource = Object.keys(resource).length > 0
  if (!hasResource && !scope && !events.length) return attributes
  return {
    ...attributes,
    ...(hasResource && { resource }),
    ...(scope && { scope: cleanText(scope) }),
    ...(events.length && { events }),
  }
}

function failureOf({ statusCode, statusMessage, events, attributes }: OtlpSpan) {
  if (statusCode !== OTLP_ERROR) return { status: SpanStatus.done, errorCode: 0, errorMsg: '' }
  const exception = events.find(({ name }) => name === 'exception')
  const message =
    statusMessage ||
    pickText(exception?.attributes ?? {}, ['exception.message', 'exception.type']) ||
    pickText(attributes, ['error.message', 'error.type'])
  return { status: SpanStatus.failed, errorCode: 1, errorMsg: cleanText(message, 2000) }
}
