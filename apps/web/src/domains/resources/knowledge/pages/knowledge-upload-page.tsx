import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { NoAccess } from '#ui/page-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { fromBot } from '../base-address.ts'
import { formatOf } from '../base-format.ts'
import { baseQuery } from '../knowledge.queries.ts'
import { ImageWizard } from '../upload/image-wizard.tsx'
import { TableWizard } from '../upload/table-wizard.tsx'
import { TextWizard } from '../upload/text-wizard.tsx'

const wizards = { text: TextWizard, table: TableWizard, image: ImageWizard }

/**
 * Adds content to a base step by step, by its format. `type` names a format, or the source of a text. If the base was
 * opened from the editor of a bot, the last step returns there through the base.
 */
export function KnowledgeUploadPage() {
  const t = useT('knowledge')
  const from = '/signed/space/$space_id/knowledge/$dataset_id/upload' as const
  const params = useParams({ from })
  const search = useSearch({ from })
  const navigate = useNavigate()
  const query = useQuery({ ...baseQuery(params.dataset_id), refetchInterval: false })
  const { biz, bot_id, page_mode, action_type } = search
  const bot = fromBot(search)
  const onDone = () => {
    // A base that the bot already has needs no further step, so return to the bot.
    if (bot?.action === 'remove')
      return void navigate({
        to: '/space/$space_id/bot/$bot_id',
        params: { space_id: params.space_id, bot_id: bot.botId },
      })
    return void navigate({
      to: '/space/$space_id/knowledge/$dataset_id',
      params,
      search: { biz, bot_id, page_mode, action_type },
    })
  }
  return (
    <QueryPage query={query} failed={t('page.failed')} missing={t('page.missing')}>
      {(base) => {
        if (!base.can_edit) return <NoAccess title={t('upload.noAccess')} text={t('upload.noAccessText')} />
        const format = formatOf(base.format_type)
        // A person who wants to add a table must not get the form for texts.
        if (search.type && search.type in wizards && search.type !== format)
          return <NoAccess title={t('upload.otherType')} text={t(`upload.takes.${format}`)} />
        const Wizard = wizards[format]
        return <Wizard base={base} search={search} onDone={onDone} />
      }}
    </QueryPage>
  )
}
