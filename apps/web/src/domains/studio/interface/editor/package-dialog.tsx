import type { BrokenUse } from '@orrery/contract'
import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Package, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { packagesQuery } from '../interface.queries.ts'
import { useEditor } from './editor-context.ts'
import { PackageUpload } from './package-upload.tsx'

export function PackageButton() {
  const t = useT('interface')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={Package} onClick={() => setOpen(true)}>
        {t('packages.open')}
      </Button>
      {isOpen && <PackageDialog onClose={() => setOpen(false)} />}
    </>
  )
}
/** The packages of the space for this channel: they can be imported at a version, changed to another version, and removed. */
function PackageDialog({ onClose }: { onClose: () => void }) {
  const t = useT('interface')
  const { projectId, document, draft, channel } = useEditor()
  const query = useQuery(packagesQuery(projectId, channel))
  const after = async () => {
    await draft.pull()
    await queryClient.invalidateQueries(packagesQuery(projectId, channel))
  }
  const take = useMutation({
    mutationFn: async ({ name, version }: { name: string; version: string }) => {
      const before = document.packages?.[name]
      if (before && !(await confirmChange(name, before.version, version))) return
      await api.componentPackage.import({
        project_id: projectId,
        component_name: name,
        version_name: version,
        channel_id: channel,
      })
      await after()
      toast.ok(t('packages.done', { name, version }))
    },
  })
  const drop = useMutation({
    mutationFn: async (name: string) => {
      await api.componentPackage.remove({ project_id: projectId, component_name: name })
      await after()
      toast.ok(t('packages.removed', { name }))
    },
  })
  /** Asks for confirmation if the other version would break a page. */
  async function confirmChange(name: string, from: string, to: string): Promise<boolean> {
    const { breaks } = await api.componentPackage.compare({
      project_id: projectId,
      component_name: name,
      old_version_name: from,
      new_version_name: to,
    })
    if (breaks.length === 0) return true
    const line = ({ page, node, name: what, reason }: BrokenUse) =>
      t(`packages.break.${reason}`, { page, node, name: what })
    return confirm({
      title: t('packages.upgrade', { version: to }),
      text: [t('packages.breaks', { version: to }), ...breaks.slice(0, 10).map(line)].join('\n'),
      action: t('packages.change'),
    })
  }
  const list = query.data?.list ?? []
  const error = query.error ?? take.error ?? drop.error
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="md"
      title={t('packages')}
      description={t('packages.text')}
    >
      <div className="flex flex-col gap-3">
        {error && <ErrorPanel error={error} />}
        {query.data && list.length === 0 && (
          <p className="text-mute">{t(channel === InterfaceChannel.web ? 'packages.empty' : 'packages.emptyPhone')}</p>
        )}
        <ul className="flex flex-col gap-2">
          {list.map(({ component_info: info }) => {
            const { pkgName: name, version, metaInfo } = info
            const mine = document.packages?.[name]?.version
            return (
              <li key={name} className="flex items-center gap-2 rounded-md border border-line p-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium">{metaInfo.title}</p>
                  <p className="truncate text-small text-mute">
                    {mine ? t('packages.imported', { version: mine }) : `${name} ${version}`}
                  </p>
                </div>
                {mine !== version && (
                  <Button
                    size="sm"
                    busy={take.isPending && take.variables.name === name}
                    aria-label={mine ? undefined : t('packages.import', { name, version })}
                    onClick={() => take.mutate({ name, version })}
                  >
                    {mine ? t('packages.upgrade', { version }) : t('packages.importAction')}
                  </Button>
                )}
                {mine && (
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    label={t('packages.remove', { name })}
                    onClick={() => drop.mutate(name)}
                  />
                )}
              </li>
            )
          })}
        </ul>
        <PackageUpload channel={channel} onUploaded={after} />
      </div>
    </Dialog>
  )
}
