import { KnowledgeStatus } from '@orrery/contract/shared/knowledge-enums'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { FileUp, FlaskConical, Pencil, Plus, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useEmbedded } from '#lib/embedded.ts'
import { useT } from '#lib/i18n.ts'
import { knowledgeLink } from '#lib/links.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useBackLink } from '#ui/back-link.tsx'
import { type EditorSearch, fromBot, isModal } from '../base-address.ts'
import { formatOf, tileOf } from '../base-format.ts'
import { BaseFacts } from '../components/base-facts.tsx'
import { PhotoDetail } from '../components/photo-detail.tsx'
import { SettingsSheet } from '../components/settings-sheet.tsx'
import { TableDetail } from '../components/table-detail.tsx'
import { TextDetail } from '../components/text-detail.tsx'
import { type Base, baseQuery } from '../knowledge.queries.ts'
import { useAttach } from '../use-attach.ts'

/** A knowledge base as a page, or as a modal page of the bot editor, where it is added or removed. */
export function KnowledgePage() {
  const t = useT('knowledge')
  const { dataset_id: datasetId, space_id: spaceId } = useParams({
    from: '/signed/space/$space_id/knowledge/$dataset_id',
  })
  const query = useQuery(baseQuery(datasetId))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/library/knowledge" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(base) => <Detail key={datasetId} base={base} />}
    </QueryPage>
  )
}

function Detail({ base }: { base: Base }) {
  const t = useT('knowledge')
  const search = useSearch({ from: '/signed/space/$space_id/knowledge/$dataset_id' })
  const from = fromBot(search)
  const format = formatOf(base.format_type)
  const params = { space_id: base.space_id, dataset_id: base.dataset_id }
  const [isSetting, setSetting] = useState(false)
  usePageTitle(base.name)
  const { dataset_id: id, space_id: spaceId, name } = base
  const isHosted = useEmbedded()
  useEffect(() => {
    if (isHosted) return
    rememberRecent(spaceId, { id, kind: tileOf[format], name, href: knowledgeLink({ spaceId, datasetId: id }) })
  }, [id, spaceId, name, format, isHosted])
  const wanted = { documentId: search.document_id, sliceId: search.slice_id }
  const back = useBackLink(
    'knowledge',
    from ? (
      <Link to="/space/$space_id/bot/$bot_id" params={{ space_id: base.space_id, bot_id: from.botId }} />
    ) : (
      <Link to="/space/$space_id/library/knowledge" params={{ space_id: base.space_id }} />
    ),
  )
  const upload = {
    to: '/space/$space_id/knowledge/$dataset_id/upload',
    params,
    search: { ...pickEditor(search), type: format },
  } as const
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={back}
        tile={<TypeTile kind={tileOf[format]} size={36} />}
        title={base.name}
        beside={
          <>
            {base.can_edit && (
              <IconButton size="sm" icon={Pencil} label={t('settings.rename')} onClick={() => setSetting(true)} />
            )}
            <Tag>{t(`format.${format}`)}</Tag>
            {base.status === KnowledgeStatus.forbid && <Tag tone="warn">{t('state.off')}</Tag>}
            {base.status === KnowledgeStatus.failed && <Tag tone="err">{t('state.failed')}</Tag>}
            {!base.can_edit && <Tag>{t('viewOnly')}</Tag>}
          </>
        }
        note={
          <>
            <BaseFacts base={base} />
            {' · '}
            <button type="button" className="underline hover:text-ink" onClick={() => setSetting(true)}>
              {t('usedBy', { count: base.bot_used_count })}
            </button>
          </>
        }
        actions={
          <>
            {!isModal(search) && (
              <Link to="/space/$space_id/knowledge/$dataset_id/recall" params={params} className={buttonStyle('plain')}>
                <Icon of={FlaskConical} />
                {t('recall.title')}
              </Link>
            )}
            <Button icon={Settings2} onClick={() => setSetting(true)}>
              {t('settings.title')}
            </Button>
            {base.can_edit && (
              <Link {...upload} className={buttonStyle(from ? 'plain' : 'solid')}>
                <Icon of={Plus} />
                {t('upload.title')}
              </Link>
            )}
            {from && <AttachButton base={base} from={from} />}
          </>
        }
      />
      {base.doc_count === 0 ? (
        <div className="flex min-h-0 flex-1 flex-col">
          <EmptyState
            guide
            icon={FileUp}
            title={t(`page.empty.${format}`)}
            text={t(`page.emptyText.${format}`)}
            action={
              base.can_edit && (
                <Link {...upload} className={buttonStyle('solid')}>
                  {t('upload.title')}
                </Link>
              )
            }
          />
        </div>
      ) : format === 'table' ? (
        <TableDetail base={base} wantedId={wanted.documentId} />
      ) : format === 'image' ? (
        <PhotoDetail base={base} />
      ) : (
        <TextDetail key={`${wanted.documentId}/${wanted.sliceId}`} base={base} wanted={wanted} />
      )}
      {isSetting && <SettingsSheet base={base} onClose={() => setSetting(false)} />}
    </div>
  )
}

/** The main button of the modal page: adds the base to the bot or removes it, and shows when that is done. */
function AttachButton({ base, from }: { base: Base; from: NonNullable<ReturnType<typeof fromBot>> }) {
  const t = useT('knowledge')
  const { isKnown, isAdding, isDone, attach, botName } = useAttach(base, from)
  const label = isAdding
    ? t(isDone ? 'modal.isAdded' : 'modal.add', { bot: botName })
    : t(isDone ? 'modal.isRemoved' : 'modal.remove', { bot: botName })
  return (
    <Button
      kind={isAdding ? 'solid' : 'danger-quiet'}
      disabled={!isKnown || isDone}
      busy={attach.isPending}
      onClick={() => attach.mutate()}
    >
      {label}
    </Button>
  )
}

/** Search parameters that the pages of a base pass on to each other. */
const pickEditor = ({ biz, bot_id, page_mode, action_type }: EditorSearch) => ({ biz, bot_id, page_mode, action_type })
