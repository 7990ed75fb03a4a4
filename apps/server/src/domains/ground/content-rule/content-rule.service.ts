import type { ContentRule } from '@orrery/contract'
import type { ContentScope } from '@orrery/contract/shared/content-scopes'
import type { Clock } from '#kit/clock.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SettingsService } from '#domains/ground/instance/settings.service.ts'
import { createContentHook, type TwoTexts } from './content-hook.ts'
import { contentRuleErrors } from './content-rule.errors.ts'
import { brokenRule } from './match-rule.ts'

const KEY = 'content_check'

interface ContentSettings {
  rules: ContentRule[]
  hookUrl: string
  strict: boolean
}
const none: ContentSettings = { rules: [], hookUrl: '', strict: false }
/** Texts by field name; empty texts are not checked. */
type Fields = Readonly<Record<string, string | readonly string[] | null | undefined>>

interface ContentRuleDeps {
  settings: SettingsService
  egress: Egress
  audit: AuditService
  clock: Clock
  log: Log
}

/** Content rules of the instance: a list of words, and a hook that checks everything else. */
export function createContentRules({ settings, egress, audit, clock, log }: ContentRuleDeps) {
  const askHook = createContentHook({ egress, clock, log })

  async function get(): Promise<ContentSettings> {
    const stored = await settings.get<Partial<ContentSettings> & { words?: string[] }>(KEY)
    if (!stored) return none
    // An older version stored a list of words instead of rules.
    const { words, ...rest } = stored
    return words && !rest.rules ? { ...none, ...rest, rules: words.map(ruleOf) } : { ...none, ...rest }
  }

  /** Checks texts; returns an error that names the field if one of them is refused. */
  async function check(scope: ContentScope, fields: Fields): Promise<AppError | undefined> {
    const { rules, hookUrl, strict } = await get()
    if (rules.length === 0 && !hookUrl) return undefined
    const given = Object.entries(fields).flatMap(([field, value]) =>
      (typeof value === 'string' ? [value] : (value ?? [])).filter(Boolean).map((text) => ({ field, text })),
    )
    for (const { field, text } of given) {
      const broken = brokenRule(rules, scope, text)
      if (broken) return contentRuleErrors.refused({ field, ...messageOf(broken) })
    }
    if (!hookUrl || given.length === 0) return undefined
    const texts = given.map((item) => item.text)
    const refusal = await askHook(hookUrl, strict, scope, texts)
    return refusal && contentRuleErrors.refused({ field: given[0]!.field, ...refusal })
  }

  return {
    get,
    check,
    /** Like `check`, but throws the error. */
    async require(scope: ContentScope, fields: Fields): Promise<void> {
      const refusal = await check(scope, fields)
      if (refusal) throw refusal
    },
    async save(change: Partial<ContentSettings>, actorId: string) {
      if (change.hookUrl) egress.checkUrl(change.hookUrl)
      const value = { ...(await get()), ...change }
      await settings.set(KEY, value)
      await audit.record({
        actorId,
        action: 'instance.setting',
        target: KEY,
        detail: { rules: value.rules.length, hook: value.hookUrl },
      })
    },
  }
}
export type ContentRules = ReturnType<typeof createContentRules>
/** The part of the service that other services use. */
export type ContentGuard = Pick<ContentRules, 'check' | 'require'>

const ruleOf = (text: string): ContentRule => ({
  text,
  whole_word: false,
  scopes: [],
  message_en: '',
  message_zh: '',
})
const messageOf = ({ text, message_en: en, message_zh: zh }: ContentRule): TwoTexts => ({
  en: en || `“${text}” may not be used here`,
  zh: zh || `不允许使用“${text}”`,
})
