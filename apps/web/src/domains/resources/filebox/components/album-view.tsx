import { useMutation } from '@tanstack/react-query'
import { Images, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { type PageFile, refreshBox } from '../filebox.queries.ts'
import { AlbumDialog, askToDeleteAlbum, type OwnAlbum } from './album-dialog.tsx'

interface AlbumViewProps extends OwnAlbum {
  photos: readonly PageFile[]
  isOwn: boolean
  onGone: () => void
}

/** The images of an album. Its owner can also rename and delete the album, and remove images from it. */
export function AlbumView({ photos, isOwn, onGone, ...album }: AlbumViewProps) {
  const t = useT('filebox')
  const [isEditing, setEditing] = useState(false)
  const takeOut = useMutation({
    mutationFn: (id: string) =>
      api.filebox.removePhotos({ bot_id: album.botId, detail_page_id: album.albumId, ids: [id] }, { toast: true }),
    onSuccess: () => refreshBox(album.botId),
  })
  return (
    <div className="flex flex-col gap-5">
      {album.description && (
        <p data-user-text className="text-prose whitespace-pre-wrap wrap-anywhere">
          {album.description}
        </p>
      )}
      {isOwn && (
        <div className="flex flex-wrap gap-2">
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {t('album.edit')}
          </Button>
          <Button icon={Trash2} kind="danger-quiet" onClick={() => void askToDeleteAlbum(t, album, onGone)}>
            {t('album.delete')}
          </Button>
        </div>
      )}
      {photos.length === 0 && <EmptyState icon={Images} title={t('album.empty')} text={t('album.emptyText')} />}
      <ul aria-label={t('album.inside')} className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3">
        {photos.map((photo) => (
          <li key={photo.file_id} className="relative">
            <a href={photo.normal_file_url.main_url} target="_blank" rel="noreferrer">
              <img
                src={photo.thumbnail_file_url.main_url}
                alt={photo.caption || photo.file_name}
                className="h-40 w-full rounded-lg bg-page object-cover"
              />
            </a>
            {photo.caption && (
              <p data-user-text className="mt-1 truncate text-small text-mute">
                {photo.caption}
              </p>
            )}
            {isOwn && (
              <IconButton
                size="sm"
                icon={X}
                label={t('album.takeOut', { name: photo.file_name })}
                className="absolute top-1 right-1 bg-card"
                onClick={() => takeOut.mutate(photo.file_id)}
              />
            )}
          </li>
        ))}
      </ul>
      {isEditing && <AlbumDialog {...album} onClose={() => setEditing(false)} />}
    </div>
  )
}
