import { type GrayConfig, isInGray } from '@orrery/contract/shared/gray'
import { grayHash } from '#kit/gray-hash.ts'
import { RuleType } from './rule.table.ts'

/** A rule as calls are held against it. */
export interface ServedRule {
  id: string
  type: number
  name: string
  gray?: GrayConfig | undefined
  isPaused: boolean
}
/** Whose call it is, as far as the caller told. */
export interface CallTraffic {
  lane?: string | undefined
  identifier?: string | undefined
  /** Lanes and identifiers are for people and programs that may see the bot, never for visitors. */
  mayName?: boolean | undefined
  uid: string
  did?: string | undefined
  params?: Record<string, unknown> | undefined
}
export type Reason = 'conversation' | 'identifier' | 'lane' | 'gray' | 'official'
export interface Chosen<Rule> {
  /** Nothing: the official version. */
  rule?: Rule
  reason: Reason
  /** A lane or an identifier that was asked for, and is not there. */
  missing?: string
}

/**
 * Which version answers: that of the conversation while it is served, then identifier, lane, gray, official. Pure, and the same in
 * every process. A name that nobody knows gets the official version: a typo must not break callers.
 */
export function choose<Rule extends ServedRule>(
  rules: readonly Rule[],
  traffic: CallTraffic,
  salt: string,
  pinned?: string,
): Chosen<Rule> {
  if (pinned !== undefined) {
    if (pinned === '0') return { reason: 'conversation' }
    const rule = rules.find(({ id }) => id === pinned)
    // One that the guard has paused, or that went offline, goes on with the official version.
    return rule && !rule.isPaused ? { rule, reason: 'conversation' } : { reason: 'official' }
  }
  let missing: string | undefined
  if (traffic.mayName)
    for (const [type, name, reason] of [
      [RuleType.identifier, traffic.identifier, 'identifier'],
      [RuleType.lane, traffic.lane, 'lane'],
    ] as const) {
      if (!name) continue
      const rule = rules.find((one) => one.type === type && one.name === name)
      if (rule) return { rule, reason }
      missing ??= name
    }
  const gray = rules.find((one) => one.type === RuleType.gray && !one.isPaused)
  if (gray?.gray && isInGray(gray.gray, { ...traffic.params, uid: traffic.uid, did: traffic.did }, salt, grayHash))
    return { rule: gray, reason: 'gray', ...(missing && { missing }) }
  return { reason: 'official', ...(missing && { missing }) }
}
