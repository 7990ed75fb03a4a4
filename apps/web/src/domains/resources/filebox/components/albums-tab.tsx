import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, FolderPlus, Images, Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { albumQuery, albumsQuery, commonOf, filesQuery, refreshBox } from '../filebox.queries.ts'
import { AlbumDialog, askToDeleteAlbum } from './album-dialog.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-3'

export function AlbumsTab({ botId }: { botId: string }) {
  const t = useT('filebox')
  const [openId, setOpenId] = useState<string>()
  const [name, setName] = useState('')
  const albums = useQuery(albumsQuery(botId))
  const create = useMutation({
    mutationFn: () => api.filebox.createAlbum({ ...commonOf(botId), album_name: name.trim() }),
    onSuccess: ({ album_info: made }) => {
      setName('')
      setOpenId(made.album_id)
      return refreshBox(botId)
    },
  })
  const open = albums.data?.find((item) => item.album_id === openId)
  if (open) return <Album botId={botId} albumId={open.album_id} onBack={() => setOpenId(undefined)} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (name.trim()) create.mutate()
  }
  return (
    <div className="flex flex-col gap-3 py-3">
      <form onSubmit={submit} className="flex gap-2">
        <Input
          aria-label={t('album.name')}
          placeholder={t('album.name')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" icon={FolderPlus} disabled={!name.trim()} busy={create.isPending}>
          {t('album.create')}
        </Button>
      </form>
      {create.error && <ErrorPanel error={create.error} />}
      {albums.data?.length === 0 ? (
        <EmptyState icon={Images} title={t('album.none')} text={t('album.noneText')} />
      ) : (
        <ul className={grid}>
          {albums.data?.map((album) => (
            <li key={album.album_id}>
              <button
                type="button"
                onClick={() => setOpenId(album.album_id)}
                className="flex h-24 w-full flex-col items-start justify-end rounded-lg border border-line bg-page p-3 text-left hover:border-line-strong"
              >
                <span className="w-full truncate font-medium">{album.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The images of one album, and the images of the file box that can be added. */
function Album({ botId, albumId, onBack }: { botId: string; albumId: string; onBack: () => void }) {
  const t = useT('filebox')
  const album = useQuery(albumQuery(botId, albumId))
  const images = useInfiniteQuery(filesQuery(botId, { word: '', kind: 1 })).data?.pages.flatMap((page) => page.list)
  const change = useMutation({
    mutationFn: async (input: { add?: string; remove?: string }) => {
      const name = album.data!.album_info.name
      if (input.add)
        await api.filebox.addPhotos(
          { ...commonOf(botId), album_name: name, md_items: [{ file_id: input.add }] },
          { toast: true },
        )
      if (input.remove)
        await api.filebox.removePhotos({ bot_id: botId, detail_page_id: albumId, ids: [input.remove] }, { toast: true })
    },
    onSuccess: () => refreshBox(botId),
  })
  const [isEditing, setEditing] = useState(false)
  const own = {
    botId,
    albumId,
    name: album.data?.album_info.name ?? '',
    description: album.data?.album_info.desc ?? '',
  }
  const inside = album.data?.photos ?? []
  const others = images?.filter((image) => !inside.some((item) => item.file_id === image.FileID)) ?? []
  return (
    <div className="flex flex-col gap-3 py-3">
      <div className="flex items-center gap-2">
        <IconButton icon={ArrowLeft} label={t('album.back')} onClick={onBack} />
        <h3 className="min-w-0 flex-1 truncate font-semibold">{own.name}</h3>
        {album.data && (
          <a
            href={album.data.detail_page_url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('album.page')}
            className={buttonStyle('plain', 'sm')}
          >
            <Icon of={ExternalLink} />
            {t('page.open')}
          </a>
        )}
        <IconButton icon={Pencil} label={t('album.edit')} onClick={() => setEditing(true)} />
        <IconButton icon={Trash2} label={t('album.delete')} onClick={() => void askToDeleteAlbum(t, own, onBack)} />
      </div>
      {own.description && <p className="text-small text-mute">{own.description}</p>}
      {album.error && <ErrorPanel error={album.error} />}
      {isEditing && album.data && <AlbumDialog {...own} onClose={() => setEditing(false)} />}
      <ul aria-label={t('album.inside')} className={grid}>
        {inside.map((photo) => (
          <li key={photo.file_id} className="relative">
            <img
              src={photo.normal_file_url.main_url}
              alt={photo.caption || photo.file_name}
              className="h-24 w-full rounded-lg object-cover"
            />
            <IconButton
              size="sm"
              icon={X}
              label={t('album.takeOut', { name: photo.file_name })}
              className="absolute top-1 right-1 bg-card"
              onClick={() => change.mutate({ remove: photo.file_id })}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h4 className="text-small font-medium text-mute">{t('album.others')}</h4>
          <ul className={grid}>
            {others.map((image) => (
              <li key={image.FileID}>
                <button
                  type="button"
                  aria-label={t('album.putIn', { name: image.FileName })}
                  onClick={() => change.mutate({ add: image.FileID })}
                  className="block w-full overflow-hidden rounded-lg opacity-70 hover:opacity-100"
                >
                  <img src={image.MainURL} alt="" className="h-24 w-full object-cover" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
