import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { SpaceSource } from '#domains/resources/plugin/shared/toolset.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { ReleaseService, Slot } from '#domains/resources/prompt/release.service.ts'
import { segmentRefs, type PromptDetail } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { checkRelease } from './checks.ts'
import type { TaskCheck, TaskRow } from './prompt-release.table.ts'

export interface TaskChecksDeps {
  prompts: Pick<PromptService, 'get' | 'find'>
  drafts: Pick<DraftService, 'version'>
  releases: Pick<ReleaseService, 'online'>
  models: Pick<ModelService, 'resolve'>
  mcp: Pick<SpaceSource, 'find'>
}

/** Checks of the versions of a task that need no model. */
export function createTaskChecks({ prompts, drafts, releases, models, mcp }: TaskChecksDeps) {
  const slotOf = ({ env, lane, label }: Slot): Slot => ({ env, lane, label })
  /** Warns if a prompt uses another version of a segment than the released one. */
  async function checkSegments(name: string, detail: PromptDetail, env: number): Promise<TaskCheck[]> {
    const refs = segmentRefs(detail)
    if (!refs.length) return []
    const others: string[] = []
    for (const { id, version } of refs) {
      const served = await releases.online(id, { env, lane: '', label: '' })
      if (served && served.version !== version)
        others.push(`${(await prompts.find(id))?.head.name ?? id} ${version} (${served.version})`)
    }
    return [
      others.length
        ? {
            type: 'segments',
            result: 'warn',
            en: `${name}: other versions of these segments are released: ${others.join(', ')}`,
            zh: `${name}：以下片段发布的是其他版本：${others.join('、')}`,
          }
        : { type: 'segments', result: 'pass', en: `${name}: segments fit`, zh: `${name}：片段一致` },
    ]
  }
  return async (task: Pick<TaskRow, 'items' | 'spaceId'> & Slot): Promise<TaskCheck[]> => {
    const checks = task.items.map(async ({ promptId, version }) => {
      const { head } = await prompts.get(promptId)
      const next = (await drafts.version(promptId, version)).detail
      const served = await releases.online(promptId, slotOf(task))
      const before = served && (await drafts.version(promptId, served.version)).detail
      return [
        ...(await checkRelease({ name: head.name, spaceId: task.spaceId, next, before }, models, mcp)),
        ...(await checkSegments(head.name, next, task.env)),
      ]
    })
    return (await Promise.all(checks)).flat()
  }
}
export type TaskChecks = ReturnType<typeof createTaskChecks>
