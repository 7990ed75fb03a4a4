import { emptySpan, type NewSpan, SpanStatus } from '#domains/chat/span/shared/span-types.ts'
import { cleanAttributes, cleanText } from './clean-values.ts'
import { inputOf, outputOf } from './attribute-map/content.ts'
import { kindOf } from './attribute-map/kind.ts'
import { pickText } from './attribute-map/pick.ts'
import { firstTokenOf, usageOf } from './attribute-map/usage.ts'
import { OTLP_ERROR, type OtlpSpan } from './otlp-types.ts'

const sceneOf = (environment: string) => (/^(dev|test|boe|local|debug|staging)/i.test(environment) ? 'debug' : 'online')

/** A span of OpenTelemetry in the form of the store. What no map knows stays an attribute. */
export function toStored(span: OtlpSpan, spaceId: string): { span: NewSpan; cost: number | undefined } {
  const { attributes, resource } = span
  const all = { ...resource, ...attributes }
  const { cost, ...usage } = usageOf(span)
  const { kind, rawType } = kindOf(span)
  const text = (keys: readonly string[], max = 512) => cleanText(pickText(all, keys), max)
  const service = text(['service.name']) || 'unknown_service'
  const failure = failureOf(span)
  const startedAt = Math.round(span.start / 1000)
  return {
    cost,
    span: {
      ...emptySpan,
      ...usage,
      spaceId,
      traceId: span.traceId,
      spanId: span.spanId,
      parentId: /^0*$/.test(span.parentId) ? '' : span.parentId,
      startedAt,
      durationUs: Math.max(0, Math.round(span.end / 1000) - startedAt),
      firstUs: firstTokenOf(span),
      kind,
      rawType: cleanText(rawType, 256),
      name: cleanText(span.name, 1024) || '-',
      source: 'otlp',
      objectKind: 'service',
      objectKey: service,
      objectVersion: text(['service.version'], 128),
      connectorId: '',
      ...failure,
      model: text([
        'gen_ai.response.model',
        'gen_ai.request.model',
        'llm.model_name',
        'ai.response.model',
        'ai.model.id',
      ]),
      provider: text(['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'ai.model.provider']),
      scene: sceneOf(text(['deployment.environment.name', 'deployment.environment'])),
      service,
      userKey: text([
        'user.id',
        'enduser.id',
        'cozeloop.user_id',
        'ai.telemetry.metadata.userId',
        'traceloop.association.properties.user_id',
      ]),
      threadId: text([
        'cozeloop.thread_id',
        'gen_ai.conversation.id',
        'session.id',
        'ai.telemetry.metadata.sessionId',
        'traceloop.association.properties.session_id',
      ]),
      logId: text(['cozeloop.logid', 'cozeloop.log_id']),
      promptKey: text(['cozeloop.prompt_key', 'gen_ai.prompt.name']),
      promptVersion: text(['cozeloop.prompt_version'], 128),
      input: cleanText(inputOf(span)),
      output: cleanText(outputOf(span)),
      attributes: cleanAttributes({
        ...attributes,
        ...(Object.keys(resource).length && { resource }),
        ...(span.scope && { scope: span.scope }),
        ...(span.events.length && { events: span.events }),
      }),
    },
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
