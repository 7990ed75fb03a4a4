import { isId } from '@orrery/contract'
import {
  formEnds,
  isTriggerEvent,
  TRIGGER_LIMITS,
  triggerEventNames,
  type TriggerKind,
  webhookAuths,
  webhookMethods,
} from '@orrery/contract/shared/triggers'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerConfig } from './trigger.table.ts'

type Raw = Record<string, unknown>
const bad = (field: string, en: string, zh: string) => triggerErrors.badConfig({ field, en, zh })

/** Checks the settings of a kind of trigger, and drops settings of other kinds. */
export function readConfig(kind: TriggerKind, raw: Raw): TriggerConfig {
  switch (kind) {
    case 'schedule':
      return {
        cron: raw.cron as string,
        timeZone: (raw.timeZone as string) || 'UTC',
        missed: oneOf(raw, 'missed', ['once', 'skip'] as const, 'once'),
      }
    case 'webhook':
      return readWebhook(raw)
    case 'form':
      return readForm(raw)
    case 'event':
      return readEvent(raw)
  }
}

function readWebhook(raw: Raw): TriggerConfig {
  const method = oneOf(raw, 'method', webhookMethods, 'POST')
  const auth = oneOf(raw, 'auth', webhookAuths, method === 'GET' ? 'token' : 'signature')
  // A signature covers only the body, so the query of a GET could be altered.
  if (method === 'GET' && auth !== 'token')
    throw bad('auth', 'a webhook that takes GET needs auth "token"', 'GET 方式的 Webhook 须使用 auth "token"')
  return { method, auth }
}

function readForm(raw: Raw): TriggerConfig {
  const hidden = raw.hidden ?? []
  if (!Array.isArray(hidden) || hidden.length > 200 || hidden.some((name) => typeof name !== 'string'))
    throw bad('hidden', 'write a list of input names', '须为输入名称列表')
  const labels = raw.labels ?? {}
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels))
    throw bad('labels', 'write an object of labels by input name', '须为以输入名称为键的对象')
  return {
    title: textAt(raw, 'title', TRIGGER_LIMITS.title),
    text: textAt(raw, 'text', TRIGGER_LIMITS.text),
    button: textAt(raw, 'button', TRIGGER_LIMITS.button),
    after: oneOf(raw, 'after', formEnds, 'message'),
    message: textAt(raw, 'message', TRIGGER_LIMITS.text),
    hidden: hidden as string[],
    labels: Object.fromEntries(
      Object.keys(labels)
        .map((name) => [name, textAt(labels as Raw, name, TRIGGER_LIMITS.title, `labels.${name}`)] as const)
        .filter(([, label]) => label),
    ),
  }
}

function readEvent(raw: Raw): TriggerConfig {
  const { event, sourceId } = raw
  if (!isTriggerEvent(event)) {
    const names = triggerEventNames.join(', ')
    throw bad('event', `write one of ${names}`, `须为 ${names} 之一`)
  }
  if (typeof sourceId !== 'string' || !isId(sourceId)) throw triggerErrors.noSource()
  return { event, sourceId }
}

function oneOf<T extends string>(raw: Raw, field: string, values: readonly T[], fallback: T): T {
  const value = raw[field] ?? fallback
  if (!(values as readonly unknown[]).includes(value))
    throw bad(field, `write one of ${values.join(', ')}`, `须为 ${values.join('、')} 之一`)
  return value as T
}

function textAt(raw: Raw, key: string, max: number, field = key): string {
  const value = raw[key] ?? ''
  if (typeof value !== 'string') throw bad(field, 'write a text', '须为文本')
  const text = value.trim()
  if (text.length > max) throw bad(field, `at most ${max} characters`, `最多 ${max} 个字符`)
  return text
}
