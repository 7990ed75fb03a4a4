import { isId } from '@orrery/contract'
import type { Access } from '#kit/access.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { Target } from '#domains/ground/resource/shared/resource-content.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import type { CreationOptions } from '../bundle.service.ts'
import type { CarriedFiles } from './carried-files.ts'

export type CreationOptionsFor = (to: {
  spaceId: string
  userId: string
  projectId?: string | undefined
  /** Reads the files of the content; by default files of this instance. */
  file?: Target['file']
}) => Omit<CreationOptions, 'publishes'>

/** The options for creating content as resources of a space on this instance. */
export function createCreationOptions(deps: {
  kinds: Pick<ResourceKinds, 'find'>
  resources: Pick<ResourceService, 'spaceOf'>
  access: Pick<Access, 'canUser'>
  models: Pick<ModelService, 'list' | 'defaultId'>
  files: CarriedFiles
}): CreationOptionsFor {
  const { kinds, resources, access, models, files } = deps
  return (to) => ({
    target: { ...to, file: to.file ?? files.ownFile },
    async isHere(kind, id) {
      if (!isId(id)) return false
      if (await kinds.find(kind).isEverywhere?.(id, to.spaceId)) return true
      return (await resources.spaceOf(id)) === to.spaceId && access.canUser(to.userId, kind, id, 'view')
    },
    async modelFor(id) {
      const known = await models.list(to.spaceId)
      return known.some((model) => model.id === id) ? id : models.defaultId(to.spaceId)
    },
    storeIcon: files.storeIcon,
  })
}
