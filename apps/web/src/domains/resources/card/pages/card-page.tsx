import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { QueryPage } from '#ui/query-page.tsx'
import { draftQuery } from '../card.queries.ts'
import { CardEditorView } from '../components/card-editor.tsx'

/** The editor of one card. */
export function CardPage() {
  const t = useT('card')
  const { space_id: spaceId, card_id: cardId } = useParams({ from: '/signed/space/$space_id/card/$card_id' })
  const query = useQuery(draftQuery(cardId))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link
          to="/space/$space_id/library"
          params={{ space_id: spaceId }}
          search={{ kind: 'card' }}
          className={buttonStyle('plain')}
        >
          {t('page.back')}
        </Link>
      }
    >
      {(draft) => <CardEditorView key={cardId} draft={draft} onChanged={() => void query.refetch()} />}
    </QueryPage>
  )
}
