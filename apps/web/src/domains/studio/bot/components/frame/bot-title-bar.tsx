import { ProductState } from '@orrery/contract/shared/market'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { ListingTag } from '#ui/listing-tag.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { PublishTag, publishState } from '#ui/publish-tag.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { evaluateTabQuery } from '../../bot.queries.ts'

export type BotView = 'build' | 'analyse' | 'logs' | 'evaluate' | 'versions'

interface BotTitleBarProps {
  spaceId: string
  botId: string
  name: string
  iconUrl: string
  view: BotView
  state: { isPublished: boolean; hasChanges: boolean; isReadOnly: boolean; isListed?: boolean }
  beside?: ReactNode
  note?: ReactNode
  actions?: ReactNode
}

const paths = {
  build: '/space/$space_id/bot/$bot_id',
  analyse: '/space/$space_id/bot/$bot_id/analyse',
  logs: '/space/$space_id/bot/$bot_id/logs',
  evaluate: '/space/$space_id/bot/$bot_id/evaluate',
  versions: '/space/$space_id/bot/$bot_id/versions',
} as const

/** The title bar of every page of a bot, with the tabs between them. */
export function BotTitleBar(props: BotTitleBarProps) {
  const { spaceId, botId, name, iconUrl, view, state, beside, note, actions } = props
  const t = useT('bot')
  const navigate = useNavigate()
  // Hidden if the owner of the instance disabled it for the space.
  const isEvaluated = useQuery(evaluateTabQuery(spaceId, botId)).data ?? true
  return (
    <TitleBar
      back={<Link to="/space/$space_id/develop" params={{ space_id: spaceId }} />}
      tile={<PictureTile id={botId} kind="bot" src={iconUrl} size={36} />}
      title={name}
      beside={
        <>
          <StateTag {...state} />
          {beside}
        </>
      }
      note={note}
      centre={
        <Segmented
          label={t('view.label')}
          items={[
            { value: 'build', label: t('view.build') },
            { value: 'analyse', label: t('view.analyse') },
            { value: 'logs', label: t('view.logs') },
            ...(isEvaluated ? [{ value: 'evaluate' as const, label: t('view.evaluate') }] : []),
            { value: 'versions', label: t('view.versions') },
          ]}
          value={view}
          onChange={(next) => void navigate({ to: paths[next], params: { space_id: spaceId, bot_id: botId } })}
        />
      }
      actions={actions}
    />
  )
}

function StateTag({ isPublished, hasChanges, isReadOnly, isListed }: BotTitleBarProps['state']) {
  const t = useT('bot')
  return (
    <>
      <PublishTag state={publishState(isPublished, hasChanges)} />
      {isListed && <ListingTag status={ProductState.listed} />}
      {isReadOnly && <Tag>{t('state.readOnly')}</Tag>}
    </>
  )
}
