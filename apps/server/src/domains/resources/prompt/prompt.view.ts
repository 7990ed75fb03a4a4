import type { PlatformPrompt, PromptPerson, PromptReleaseInfo } from '@orrery/contract'
import { PromptStatus } from '@orrery/contract/shared/prompt-enums'
import type { FoundPrompt } from './prompt.service.ts'
import type { PromptDraftRow, PromptReleaseRow, PromptVersionRow } from './prompt.table.ts'
import { type PromptDetail, shownDetail } from './shared/prompt-detail.ts'

interface Shown {
  detail?: PromptDetail | undefined
  version?: PromptVersionRow | undefined
  draft?: PromptDraftRow | undefined
  people?: Map<string, PromptPerson>
  /** Names of tags by id. */
  tags?: ReadonlyMap<string, string>
}
/** A prompt in the format of the editor. */
export function shownPrompt({ head, prompt }: FoundPrompt, shown: Shown = {}): PlatformPrompt {
  const { version, draft, people = new Map<string, PromptPerson>(), tags } = shown
  const detail = shown.detail ?? draft?.detail ?? version?.detail
  const [maker, publisher] = [people.get(head.ownerId), version && people.get(version.createdBy)]
  return {
    id: head.id,
    prompt_key: prompt.key,
    display_name: head.name,
    description: head.description,
    prompt_type: prompt.type,
    creator: head.ownerId,
    ...(maker && { creator_info: maker }),
    create_tsms: String(head.createdAt),
    update_tsms: String(head.updatedAt),
    status: prompt.latest ? PromptStatus.committed : PromptStatus.draft,
    version: draft ? '' : (version?.version ?? prompt.latest),
    latest_version: prompt.latest,
    security_level: prompt.securityLevel,
    ...(tags && { tags: prompt.tagIds.flatMap((id) => (tags.has(id) ? [{ id, name: tags.get(id)! }] : [])) }),
    ...(detail && shownDetail(detail)),
    ...(version && {
      publish_info: {
        publisher: version.createdBy,
        publish_description: version.note,
        publish_tsms: String(version.createdAt),
        ...(publisher && { publisher_info: publisher }),
      },
    }),
    ...(draft && {
      is_draft: true,
      is_draft_edited: draft.isEdited,
      draft_base_version: draft.baseVersion,
      metadata: { draft_rev: String(draft.rev), saved_at: String(draft.savedAt) },
    }),
  }
}

export function shownRelease(row: PromptReleaseRow, people?: Map<string, PromptPerson>): PromptReleaseInfo {
  const publisher = people?.get(row.releasedBy)
  return {
    id: row.id,
    version: row.version,
    pre_version: row.preVersion,
    env: row.env,
    feature: row.lane,
    label: row.label,
    publisher: row.releasedBy,
    ...(publisher && { publisher_info: publisher }),
    create_time: String(row.createdAt),
    update_time: String(row.updatedAt),
    ...(row.gray && { gray_release_config: row.gray }),
    status: row.status,
  }
}
