import { CopyScene } from '@orrery/contract/shared/plugin-enums'
import { hostedKinds, ResType } from '@orrery/contract/shared/resource-kinds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useIde } from '../ide/ide-context.ts'
import { type ProjectResource, readResource } from '../project-resource.ts'
import { beginJob } from './resource-jobs.ts'

const kinds = hostedKinds.map((kind) => ResType[kind])

/** Resources of the library: each can be copied or moved into the project. */
export function LibraryDialog({ onClose }: { onClose: () => void }) {
  const t = useT('project')
  const { spaceId, projectId } = useIde()
  const [word, setWord] = useState('')
  const { data, error } = useQuery({
    queryKey: ['library', spaceId, 'for-project', word],
    queryFn: async ({ signal }) => {
      const { resource_list: list } = await api.library.list(
        { space_id: spaceId, res_type_filter: kinds, is_get_imageflow: true, name: word, size: 50 },
        { signal },
      )
      return list.flatMap((row) => readResource(row) ?? [])
    },
  })
  const begin = ({ id, resType, name }: ProjectResource, isMove: boolean) => {
    const scene = isMove ? CopyScene.moveToProject : CopyScene.copyFromLibrary
    const done = t('job.here', { name })
    void beginJob({ scene, res_id: id, res_type: resType, project_id: projectId, projectId, name, done })
    onClose()
  }
  return (
    <Dialog
      open
      size="md"
      title={t('library.take')}
      description={t('library.text')}
      onOpenChange={(open) => !open && onClose()}
    >
      <SearchInput value={word} onChange={setWord} placeholder={t('library.search')} />
      {error && <ErrorPanel error={error} />}
      {data?.length === 0 && (
        <NoMatch
          text={word ? t('noMatch', { word }) : t('library.none')}
          onClear={word ? () => setWord('') : undefined}
        />
      )}
      {!data && !error && <Skeleton className="mt-2 h-32" />}
      <ul aria-label={t('library.take')} className="mt-2 flex max-h-80 flex-col overflow-y-auto">
        {data?.map((item) => (
          <li key={item.key} className="flex h-9 shrink-0 items-center gap-2.5">
            <TypeTile kind={item.tile} size={20} />
            <span className="min-w-0 flex-1 truncate">{item.name}</span>
            <Button
              size="sm"
              kind="quiet"
              aria-label={t('library.moveOf', { name: item.name })}
              onClick={() => begin(item, true)}
            >
              {t('library.move')}
            </Button>
            <Button size="sm" aria-label={t('library.copyOf', { name: item.name })} onClick={() => begin(item, false)}>
              {t('library.copy')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
