import { CopyScene } from '@orrery/contract/shared/plugin-enums'
import { Columns2, Copy, CopyPlus, Ellipsis, FolderOutput, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { removeResource } from '#lib/remove-resources.ts'
import { useSpace } from '#lib/spaces.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { askToDelete } from '#domains/library/reference/index.ts'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { useIde } from '../ide/ide-context.ts'
import { copyName, type ProjectResource } from '../project-resource.ts'
import { refreshResources } from '../project.queries.ts'
import { refreshPagesOf, renameResource } from './resource-calls.ts'
import { beginJob } from './resource-jobs.ts'

/** Context menu of a resource in the tree. */
export function ResourceMenu({ resource }: { resource: ProjectResource }) {
  const t = useT('project')
  const space = useSpace()
  const { projectId, resources, mayEdit, open, close } = useIde()
  const [isNaming, setNaming] = useState(false)
  const { name, may } = resource
  const job = (scene: (typeof CopyScene)[keyof typeof CopyScene], done: string, res_name?: string) =>
    void beginJob({ scene, res_id: resource.id, res_type: resource.resType, res_name, projectId, name, done })
  const copy = () => {
    const names = resources.map((resource) => resource.name)
    job(CopyScene.copyProjectResource, t('job.copied', { name }), copyName(name, names))
  }
  const rename = async (next: string) => {
    await renameResource(resource, next)
    await Promise.all([refreshResources(projectId), refreshPagesOf(resource)])
  }
  const remove = async () => {
    await askToDelete({
      spaceId: space.id,
      ids: [resource.id],
      title: t('remove.title', { name }),
      action: t('remove.action', { name }),
      onConfirm: async () => {
        await removeResource(space.id, resource.id)
        close(resource.key)
        await refreshResources(projectId)
      },
    })
  }
  return (
    <>
      <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={t('menu.of', { name })} />}>
        <MenuItem icon={Columns2} onClick={() => open(resource.key, { pane: 1 })}>
          {t('menu.beside')}
        </MenuItem>
        {mayEdit && (
          <MenuItem icon={Pencil} onClick={() => setNaming(true)}>
            {t('menu.rename')}
          </MenuItem>
        )}
        {mayEdit && may.copy && (
          <MenuItem icon={Copy} onClick={copy}>
            {t('menu.copy')}
          </MenuItem>
        )}
        {may.copyToLibrary && (
          <MenuItem icon={CopyPlus} onClick={() => job(CopyScene.copyToLibrary, t('job.inLibrary', { name }))}>
            {t('menu.copyToLibrary')}
          </MenuItem>
        )}
        {mayEdit && may.moveToLibrary && (
          <MenuItem icon={FolderOutput} onClick={() => job(CopyScene.moveToLibrary, t('job.moved', { name }))}>
            {t('menu.moveToLibrary')}
          </MenuItem>
        )}
        {may.delete && (
          <>
            <MenuLine />
            <MenuItem icon={Trash2} danger onClick={() => void remove()}>
              {t('menu.remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isNaming && (
        <NameDialog
          title={t('rename.title', { name })}
          name={name}
          action={t('menu.rename')}
          onSave={rename}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}
