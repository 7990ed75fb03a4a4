import { api } from '#lib/api.ts'
import type { PickedSkill, SkillKind } from './skill-kinds.ts'
import { toOffer } from './skill-offers.ts'

/** A knowledge base or table that was created a moment ago, as something to add. */
export async function createdSkill(kind: SkillKind, id: string): Promise<PickedSkill> {
  if (kind === 'database') return toOffer((await api.database.get({ id })).database_info).skill
  const { dataset_details: details } = await api.knowledge.detail({ dataset_ids: [id] })
  return { id, name: details[id]?.name ?? '' }
}
