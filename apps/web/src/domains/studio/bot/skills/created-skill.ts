import { api } from '#lib/api.ts'
import type { PickedSkill, SkillKind } from './skill-kinds.ts'
import { toOffer } from './skill-offers.ts'

/** Loads a newly created knowledge base or database as an item to add. */
export async function createdSkill(kind: SkillKind, id: string): Promise<PickedSkill> {
  if (kind === 'database') return toOffer((await api.database.get({ id })).database_info).skill
  const { dataset_details: details } = await api.knowledge.detail({ dataset_ids: [id] })
  return { id, name: details[id]?.name ?? '' }
}
