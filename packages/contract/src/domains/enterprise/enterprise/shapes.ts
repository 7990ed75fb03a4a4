import { z } from 'zod'
import { pageNumber, pageSize } from '#shared/fields.ts'
import { wireChoice, wireValue } from '#shared/wire-enum.ts'

const EnterpriseRoleType = { super_admin: 'SuperAdmin', admin: 'Admin', member: 'Member', guest: 'Guest' } as const
const PeopleType = { enterprise_member: 'EnterpriseMember', enterprise_guest: 'EnterpriseGuest' } as const

export const roleList = z.array(wireValue(EnterpriseRoleType))
/** A person has one role; duplicates in the list count as one. */
export const roleChoice = z.array(wireChoice(EnterpriseRoleType)).min(1).max(4)
export const peopleType = wireValue(PeopleType)
export const peopleTypeChoice = wireChoice(PeopleType)

/** The label beside a name: the enterprise of a person, "guest" or "service". */
const enterpriseLabel = z.object({
  label_id: z.string(),
  label_name: z.string(),
  icon_url: z.string(),
  icon_uri: z.string(),
})
export const enterpriseUser = z.object({
  user_id: z.string(),
  name: z.string(),
  nick_name: z.string(),
  avatar_url: z.string(),
  user_label: enterpriseLabel.optional(),
})
export type EnterpriseUser = z.infer<typeof enterpriseUser>

export const paging = { page: pageNumber(), page_size: pageSize(20, 200) }
export const paged = { page: z.number(), page_size: z.number(), total: z.number() }
export const searchKey = z.string().trim().max(200).optional()
