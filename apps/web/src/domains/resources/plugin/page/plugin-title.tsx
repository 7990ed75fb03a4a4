import { Link } from '@tanstack/react-router'
import { History, Pencil } from 'lucide-react'
import { ownIcon } from '#lib/own-icon.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { useBackLink } from '#ui/back-link.tsx'
import { isForeignPlugin, type PluginInfo } from '../plugin.queries.ts'
import type { PluginAccess } from '../use-access.ts'
import { LockNote } from './lock-note.tsx'
import { PluginMenu } from './plugin-menu.tsx'
import { PluginTags } from './plugin-tags.tsx'

export type TitleAction = 'info' | 'history' | 'publish'
interface PluginTitleProps {
  id: string
  spaceId: string
  info: PluginInfo
  access: PluginAccess
  toolCount: number
  isHistoryOpen: boolean
  onOpen: (action: TitleAction) => void
}

export function PluginTitle({ id, spaceId, info, access, toolCount, isHistoryOpen, onOpen }: PluginTitleProps) {
  const t = useT('plugin')
  const isForeign = isForeignPlugin(info)
  const back = useBackLink(
    'plugin',
    <Link
      to="/space/$space_id/library/plugin"
      params={{ space_id: spaceId }}
      search={info.is_official ? { from: 'official' } : {}}
    />,
  )
  return (
    <TitleBar
      back={back}
      tile={<PictureTile id={id} kind="plugin" src={ownIcon(info.meta_info.icon.url)} size={36} />}
      title={info.meta_info.name}
      beside={
        <>
          {!access.isReadOnly && (
            <IconButton size="sm" icon={Pencil} label={t('info.title')} onClick={() => onOpen('info')} />
          )}
          <PluginTags pluginId={id} info={info} isForeign={isForeign} mayEdit={access.may.can_edit} />
        </>
      }
      note={<Facts info={info} count={toolCount} isForeign={isForeign} />}
      actions={
        <>
          <LockNote access={access} />
          {!isForeign && (
            <Button icon={History} aria-expanded={isHistoryOpen} onClick={() => onOpen('history')}>
              {t('history.title')}
            </Button>
          )}
          <PluginMenu pluginId={id} spaceId={spaceId} info={info} access={access} />
          {access.may.can_publish && !access.isReadOnly && (
            <Button kind="solid" onClick={() => onOpen('publish')}>
              {t('publish.action')}
            </Button>
          )}
        </>
      }
    />
  )
}

function Facts({ info, count, isForeign }: { info: PluginInfo; count: number; isForeign: boolean }) {
  const t = useT('plugin')
  const { url, desc } = info.meta_info
  const uses = info.statistic_data.bot_quote
  const facts = [
    t('facts.tools', { count }),
    ...(url ? [url] : []),
    ...(isForeign && desc ? [desc] : []),
    uses ? t('uses.bots', { count: uses }) : t('uses.none'),
  ]
  return <span className="truncate">{facts.join(' · ')}</span>
}
