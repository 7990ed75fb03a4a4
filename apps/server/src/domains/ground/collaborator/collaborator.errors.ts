import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { defineErrors } from '#kit/errors.ts'

/** Ordered by how little the caller can do about the error, because a batch reports the highest code. */
export const collaboratorErrors = defineErrors(ErrorCode.collaborator, {
  already: {
    status: 400,
    en: 'principal.id: this person is already a collaborator',
    zh: 'principal.id：此人已是协作者',
  },
  isOwner: { status: 400, en: 'principal.id: this is the owner', zh: 'principal.id：此人是所有者' },
  notACollaborator: {
    status: 400,
    en: 'principal.id: this person is not a collaborator',
    zh: 'principal.id：此人不是协作者',
  },
  notInSpace: {
    status: 400,
    en: 'principal.id: this person is not in the space. Invite them to the space first',
    zh: 'principal.id：此人不在空间中，请先邀请加入空间',
  },
  groupElsewhere: {
    status: 400,
    en: 'principal.id: this group does not exist in the enterprise of the space',
    zh: 'principal.id：空间所属企业中没有该用户组',
  },
  limit: { status: 400, en: 'Max {max} collaborators', zh: '协作者最多 {max} 人' },
  wrongKind: {
    status: 400,
    en: 'resource.type: the resource has a different type',
    zh: 'resource.type：资源类型不符',
  },
  roleTooHigh: {
    status: 403,
    en: 'collaborator_types: the role {role} allows more than you may do yourself. Ask the owner to assign it',
    zh: 'collaborator_types：角色 {role} 的权限超出你自己的权限，请联系所有者分配',
  },
})
