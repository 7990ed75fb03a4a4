import { createHash } from 'node:crypto'
import { workflowFeatureNames } from '@orrery/contract'
import { asc } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { workflowFeature } from './workflow.table.ts'
import { workflowErrors } from './workflow.errors.ts'

export interface FeatureRule {
  name: string
  percent: number
  spaceIds: string[]
}
/** Enabled for all spaces until the instance owner changes the rule. */
const enabledByDefault: readonly FeatureRule[] = workflowFeatureNames.map((name) => ({
  name,
  percent: 100,
  spaceIds: [],
}))
/** Features that clients query and nobody can change (decision 0052). */
const fixedRules: readonly FeatureRule[] = [
  // JavaScript and Python both run in the sandbox: there is no older runtime to migrate from.
  { name: 'code_migrate', percent: 100, spaceIds: [] },
  // Canvases are edited graphically; their JSON can be exported and imported.
  { name: 'flowlang', percent: 0, spaceIds: [] },
]
const isKnown = ({ name }: { name: string }) => (workflowFeatureNames as readonly string[]).includes(name)

/** Feature rollout by space. A space always gets the same answer for the same rule. */
export function createFeatureService(deps: { db: Db; bus: Bus; clock: Clock; audit: AuditService }) {
  const { db, bus, clock, audit } = deps
  const rules = createCache<Map<string, FeatureRule>>({
    bus,
    clearOn: ['workflow-feature'],
    limit: 1,
    async load() {
      const rows = await db.select().from(workflowFeature).orderBy(asc(workflowFeature.name))
      return new Map(
        [...enabledByDefault, ...rows.filter(isKnown), ...fixedRules].map(({ name, percent, spaceIds }) => [
          name,
          { name, percent, spaceIds },
        ]),
      )
    },
  })

  async function has(name: string, spaceId: string | undefined): Promise<boolean> {
    const rule = (await rules.get()).get(name)
    if (!rule) return false
    if (rule.percent >= 100) return true
    if (spaceId === undefined) return false
    return rule.spaceIds.includes(spaceId) || bucketOf(name, spaceId) < rule.percent
  }

  return {
    all: async (): Promise<string[]> => [...(await rules.get()).keys()],
    /** Rules of the features that can be rolled out. */
    rules: async (): Promise<FeatureRule[]> => [...(await rules.get()).values()].filter(isKnown),
    has,
    async require(name: string, spaceId: string): Promise<void> {
      if (!(await has(name, spaceId))) throw workflowErrors.featureOff({ feature: name })
    },
    async set(rule: FeatureRule, userId: string): Promise<void> {
      const change = {
        percent: rule.percent,
        spaceIds: [...new Set(rule.spaceIds)],
        updatedBy: userId,
        updatedAt: clock.now(),
      }
      await db
        .insert(workflowFeature)
        .values({ name: rule.name, ...change })
        .onConflictDoUpdate({ target: workflowFeature.name, set: change })
      await bus.publish('workflow-feature', rule.name)
      await audit.record({
        actorId: userId,
        action: 'workflow.feature',
        target: rule.name,
        detail: { percent: rule.percent, spaces: change.spaceIds.length },
      })
    },
  }
}
export type FeatureService = ReturnType<typeof createFeatureService>

/** Rollout bucket 0-99 of a space, different per feature. */
const bucketOf = (name: string, spaceId: string) =>
  createHash('sha256').update(`${name}/${spaceId}`).digest().readUInt32BE(0) % 100
