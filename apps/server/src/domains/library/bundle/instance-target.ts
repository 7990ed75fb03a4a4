import { isId } from '@orrery/contract'
import type { Access } from '#kit/access.ts'
import type { Blobs } from '#kit/blobs/blobs.ts'
import type { BuiltinIcons } from '#domains/ground/upload/shared/builtin-icons.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { CarriedFile, PortableKind, Target } from './bundle-types.ts'
import type { CreationOptions } from './bundle.service.ts'

export interface InstanceTargetDeps {
  blobs: Pick<Blobs, 'get'>
  builtins: Pick<BuiltinIcons, 'has'>
  uploads: Pick<UploadService, 'store'>
  resources: Pick<ResourceService, 'spaceOf'>
  models: Pick<ModelService, 'defaultId' | 'list'>
  /** Official plugins are the same in every space. */
  toolsets: { forSpace(id: string, version: string, context: { spaceId: string; isDraft: boolean }): Promise<unknown> }
  access: Pick<Access, 'canUser'>
}

/** How content becomes resources of a space of this instance. */
export function createInstanceTargets({
  blobs,
  builtins,
  uploads,
  resources,
  models,
  toolsets,
  access,
}: InstanceTargetDeps) {
  /** A picture for its new owner: built-in ones stay, others are stored again. */
  async function storeIcon(key: string, target: Target): Promise<string> {
    if (await builtins.has(key)) return key
    const file = await target.file(key)
    if (!file) return ''
    const name = `icon.${/\.([a-z0-9]+)$/i.exec(key)?.[1] ?? 'png'}`
    const { userId, spaceId } = target
    const stored = uploads.store({ userId, spaceId, scene: 'icon', name, bytes: Buffer.from(file.bytes) })
    return stored.then(
      (row) => row.key,
      () => '',
    )
  }
  /** Files of this instance, for content that comes from this instance. */
  async function ownFile(key: string): Promise<CarriedFile | undefined> {
    const blob = key ? await blobs.get(key) : undefined
    return blob && { bytes: await blob.bytes(), contentType: blob.contentType }
  }
  async function modelFor(id: string, spaceId: string): Promise<string> {
    const known = await models.list(spaceId)
    return known.some((model) => model.id === id) ? id : models.defaultId(spaceId)
  }
  return {
    storeIcon,
    creationOptions: (to: {
      spaceId: string
      userId: string
      projectId?: string | undefined
      file?: Target['file']
    }): Omit<CreationOptions, 'publishes'> => ({
      target: { ...to, file: to.file ?? ownFile },
      isHere: async (kind: PortableKind, id: string) => {
        if (!isId(id)) return false
        if (kind === 'plugin' && (await toolsets.forSpace(id, '', { spaceId: to.spaceId, isDraft: true }))) return true
        return (await resources.spaceOf(id)) === to.spaceId && access.canUser(to.userId, kind, id, 'view')
      },
      modelFor: (id) => modelFor(id, to.spaceId),
      storeIcon,
    }),
  }
}
export type InstanceTargets = ReturnType<typeof createInstanceTargets>
