import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatBytes, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { commonOf, filesQuery, refreshBox } from '../filebox.queries.ts'
import { AlbumsTab } from './albums-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { SearchTab } from './search-tab.tsx'

/** The reader's own files with one bot: upload, browse, search, and collect in albums. */
export function FileBoxDialog({ botId, onClose }: { botId: string; onClose: () => void }) {
  const t = useT('filebox')
  const [tab, setTab] = useState<'files' | 'search' | 'albums'>('files')
  const box = useInfiniteQuery(filesQuery(botId, { word: '' })).data?.pages[0]
  const setOn = useMutation({
    mutationFn: (on: boolean) => api.filebox.setUse({ ...commonOf(botId), switch_on: on }, { toast: true }),
    onSuccess: () => refreshBox(botId),
  })
  return (
    <Dialog
      open
      size="lg"
      title={t('title')}
      description={t('text')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <span className="mr-auto flex items-center gap-4 text-small text-mute">
            {box && (
              <>
                <Switch checked={box.is_on} disabled={setOn.isPending} onChange={(on) => setOn.mutate(on)}>
                  {t('use')}
                </Switch>
                {t('used', {
                  files: formatNumber(box.used.files),
                  most: formatNumber(box.limit.files),
                  bytes: formatBytes(box.used.bytes),
                  mostBytes: formatBytes(box.limit.bytes),
                })}
              </>
            )}
          </span>
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      <div className="flex h-[60vh] min-h-80 flex-col">
        <Tabs
          label={t('title')}
          value={tab}
          onChange={setTab}
          items={[
            { value: 'files', label: t('tab.files'), count: box?.used.files },
            { value: 'search', label: t('tab.search') },
            { value: 'albums', label: t('tab.albums') },
          ]}
        >
          <TabPanel value="files">
            <FilesTab botId={botId} isOn={box?.is_on ?? true} />
          </TabPanel>
          <TabPanel value="search">
            <SearchTab botId={botId} />
          </TabPanel>
          <TabPanel value="albums">
            <AlbumsTab botId={botId} />
          </TabPanel>
        </Tabs>
      </div>
    </Dialog>
  )
}
