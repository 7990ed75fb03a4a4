import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { QueryPage } from '#ui/query-page.tsx'
import { ReaderDocument } from '../components/reader-document.tsx'
import { WriterDocument } from '../components/writer-document.tsx'
import { type DeskDetail, deskDocumentQuery } from '../desk.queries.ts'

/** The page of a desk document: a paper to read, or a text to write. */
export function DeskDocumentPage() {
  const t = useT('desk')
  const { document_id: id, space_id } = useParams({ from: '/signed/space/$space_id/desk/$document_id' })
  const query = useQuery(deskDocumentQuery(id))
  return (
    <QueryPage
      query={query}
      failed={t('document.failed')}
      missing={t('document.missing')}
      back={
        <Link to="/space/$space_id/desk" params={{ space_id }} className={buttonStyle('plain')}>
          {t('document.back')}
        </Link>
      }
    >
      {(detail) => <Document key={id} detail={detail} spaceId={space_id} />}
    </QueryPage>
  )
}

function Document({ detail, spaceId }: { detail: DeskDetail; spaceId: string }) {
  usePageTitle(detail.instance.name)
  const isReader = detail.instance.agent_id === 'reader'
  const back = (
    <Link to="/space/$space_id/desk" params={{ space_id: spaceId }} search={isReader ? {} : { agent: 'writer' }} />
  )
  return isReader ? (
    <ReaderDocument detail={detail} back={back} />
  ) : (
    <WriterDocument detail={detail} back={back} spaceId={spaceId} />
  )
}
