import { type GrayConfig, isInGray } from '@orrery/contract/shared/gray'
import { grayHash } from '#kit/gray-hash.ts'
import { RuleType } from './rule.table.ts'

/** A version rule in the form needed to choose a version for a call. */
export interface ServedRule {
  id: string
  type: number
  name: string
  gray?: GrayConfig | undefined
  isPaused: boolean
}
/** What is known about the caller of a call. */
export interface CallTraffic {
  lane?: string | undefined
  identifier?: string | undefined
  /**
   * Whether the caller may name a lane or identifier. Visitors may not; people and programs that may see the bot may.
   */
  mayName?: boolean | undefined
  uid: string
  did?: string | undefined
  params?: Record<string, unknown> | undefined
}
export type Reason = 'conversation' | 'identifier' | 'lane' | 'gray' | 'official'
export interface Chosen<Rule> {
  /** Undefined for the official version. */
  rule?: Rule
  reason: Reason
  /** A requested lane or identifier that does not exist. */
  missing?: string
}

/**
 * Chooses the version that answers: the version of the conversation while it is served, then identifier, lane, gray,
 * official. Pure, with the same result in every process. An unknown name gets the official version, since a typo must
 * not break callers.
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
    // If that version is paused by the guard or offline, the official version answers.
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
