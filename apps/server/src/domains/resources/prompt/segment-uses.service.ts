import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import type { DraftService } from './draft.service.ts'
import { inUse, withSegment } from './in-use.ts'
import { segmentErrors } from './prompt.errors.ts'
import type { PromptService } from './prompt.service.ts'
import { promptResource, promptVersion } from './prompt.table.ts'
import type { SegmentService } from './segment.service.ts'
import { mapTexts, type PromptDetail, segmentRefs, segmentTag, textOfDetail } from './shared/prompt-detail.ts'
import { nextPatch } from './version-order.ts'

export interface SegmentUsesDeps {
  db: Db
  prompts: Pick<PromptService, 'get' | 'commit' | 'changed'>
  drafts: Pick<DraftService, 'version'>
  segments: Pick<SegmentService, 'check' | 'expand'>
}
/** Maximum number of listed versions; a segment with more uses is updated in several rounds. */
const MAX_USES = 200

/** Lists the prompts that use a segment, and updates them to a newer version of it. */
export function createSegmentUses({ db, prompts, drafts, segments }: SegmentUsesDeps) {
  const uses = (detail: PromptDetail, id: string) => segmentRefs(detail).filter((ref) => ref.id === id)
  const withSegmentVersion = (detail: PromptDetail, segmentId: string, version: string): PromptDetail =>
    mapTexts(detail, (text) =>
      text.replace(segmentTag, (whole, id: string) =>
        id === segmentId ? `<cozeloop_snippet>id=${id}&version=${version}</cozeloop_snippet>` : whole,
      ),
    )
  /** Versions in use that contain the segment: newest ones, and older ones that are still served. */
  async function versionsWith(segmentId: string, spaceId: string) {
    return db
      .select({ head: resource, prompt: promptResource, version: promptVersion })
      .from(promptVersion)
      .innerJoin(promptResource, eq(promptResource.id, promptVersion.promptId))
      .innerJoin(resource, eq(resource.id, promptResource.id))
      .where(and(eq(promptResource.spaceId, spaceId), withSegment(segmentId), inUse(db)))
      .orderBy(resource.name, resource.id, sql`${promptVersion.place} DESC`)
      .limit(MAX_USES)
  }
  const expandedText = async (spaceId: string, promptId: string, detail: PromptDetail) =>
    textOfDetail(await segments.expand(spaceId, promptId, detail))
  /** The text of each prompt now, and with the new version of the segment. */
  async function preview(segmentId: string, given: string | undefined) {
    const { prompt } = await prompts.get(segmentId)
    const version = given || prompt.latest
    if (version) await drafts.version(segmentId, version)
    const rows = version ? await versionsWith(segmentId, prompt.spaceId) : []
    const listed = rows.map(async ({ head, prompt: user, version: { version: name, detail } }) => {
      const shown = {
        promptId: head.id,
        name: head.name,
        key: user.key,
        version: name,
        isNewest: name === user.latest,
        segmentVersions: uses(detail, segmentId).map((ref) => ref.version),
        before: await expandedText(prompt.spaceId, head.id, detail),
        problem: undefined,
      }
      const next = withSegmentVersion(detail, segmentId, version)
      try {
        await segments.check(prompt.spaceId, head.id, next)
        return { ...shown, after: await expandedText(prompt.spaceId, head.id, next) }
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        return { ...shown, after: shown.before, problem: cause }
      }
    })
    return { version, rows: await Promise.all(listed) }
  }
  /** Updates all prompts or none; each gets a new version. Drafts of people are merged when they commit. */
  async function update(segmentId: string, version: string, chosen: { id: string; version: string }[], userId: string) {
    const { head, prompt: segment } = await prompts.get(segmentId)
    await drafts.version(segmentId, version)
    const note = `${head.name} ${version}`
    const ids = [...new Set(chosen.map(({ id }) => id))]
    const updated = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ prompt: promptResource, name: resource.name })
        .from(promptResource)
        .innerJoin(resource, eq(resource.id, promptResource.id))
        .where(and(inArray(promptResource.id, ids), eq(promptResource.spaceId, segment.spaceId)))
        .orderBy(promptResource.id)
        .for('update', { of: promptResource })
      if (rows.length < ids.length) throw errors.notFound({ what: 'prompt' })
      const made: { id: string; version: string }[] = []
      for (const { prompt, name } of rows) {
        const { latest } = prompt
        if (chosen.some((one) => one.id === prompt.id && one.version !== latest))
          throw segmentErrors.moved({ name, latest })
        const { detail } = await drafts.version(prompt.id, latest, tx)
        if (!uses(detail, segmentId).some((ref) => ref.version !== version)) throw segmentErrors.notUsed({ name })
        const next = withSegmentVersion(detail, segmentId, version)
        await segments.check(segment.spaceId, prompt.id, next)
        const patch = nextPatch(latest)
        await prompts.commit(prompt, { version: patch, detail: next, userId, note }, tx)
        made.push({ id: prompt.id, version: patch })
      }
      return made
    })
    await prompts.changed(segment.spaceId)
    return updated
  }
  return { preview, update }
}
export type SegmentUses = ReturnType<typeof createSegmentUses>
