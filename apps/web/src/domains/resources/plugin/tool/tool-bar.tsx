import { Link } from '@tanstack/react-router'
import { History, Pencil } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { ownIcon } from '#lib/own-icon.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import type { ToolPlace } from '../mocks/mock.queries.ts'
import { LockNote } from '../page/lock-note.tsx'
import { PluginTags } from '../page/plugin-tags.tsx'
import { isForeignPlugin, type PluginInfo } from '../plugin.queries.ts'
import type { PluginAccess } from '../use-access.ts'
import { SaveNote } from './save-note.tsx'
import type { ToolDraft } from './tool-draft.ts'
import type { ToolState } from './tool-store.ts'

interface ToolBarProps {
  place: ToolPlace
  info: PluginInfo
  draft: ToolDraft
  state: ToolState
  savedAt: number
  access: PluginAccess
  onRetry: () => void
  onSettings: () => void
  onHistory: () => void
  onPublish: () => void
}

export function ToolBar(props: ToolBarProps) {
  const { place, info, draft, state, access } = props
  const t = useT('plugin')
  const isForeign = isForeignPlugin(info)
  const plugin = { space_id: place.spaceId, plugin_id: place.pluginId }
  return (
    <TitleBar
      back={<Link to="/space/$space_id/plugin/$plugin_id" params={plugin} />}
      tile={
        <PictureTile
          id={place.pluginId}
          kind="plugin"
          src={isForeign ? undefined : ownIcon(info.meta_info.icon.url)}
          size={36}
        />
      }
      crumbs={[
        {
          label: t('list.title'),
          link: (
            <Link
              to="/space/$space_id/library/plugin"
              params={{ space_id: place.spaceId }}
              search={info.is_official ? { from: 'official' } : {}}
            />
          ),
        },
        { label: info.meta_info.name, link: <Link to="/space/$space_id/plugin/$plugin_id" params={plugin} /> },
      ]}
      title={draft.name}
      beside={
        <>
          {!access.isReadOnly && (
            <IconButton size="sm" icon={Pencil} label={t('settings.title')} onClick={props.onSettings} />
          )}
          {isForeign ? (
            <PluginTags pluginId={place.pluginId} info={info} isForeign mayEdit={false} />
          ) : (
            <>
              {info.published ? (
                <Tag mono tone="ok">
                  {info.version_name}
                </Tag>
              ) : (
                <Tag tone="warn">{t('state.draft')}</Tag>
              )}
              {!access.may.can_edit && <Tag>{t('viewOnly')}</Tag>}
            </>
          )}
        </>
      }
      actions={
        <>
          {!access.isReadOnly && <SaveNote state={state} savedAt={props.savedAt} onRetry={props.onRetry} />}
          <LockNote access={access} />
          {!isForeign && (
            <Button icon={History} onClick={props.onHistory}>
              {t('history.title')}
            </Button>
          )}
          {access.may.can_publish && !access.isReadOnly && (
            <Button kind="solid" onClick={props.onPublish}>
              {t('publish.action')}
            </Button>
          )}
        </>
      }
    />
  )
}
