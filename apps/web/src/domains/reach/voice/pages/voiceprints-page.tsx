import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { GroupDialog } from '../components/group-dialog.tsx'
import { GroupSheet } from '../components/group-sheet.tsx'
import { GroupTable } from '../components/group-table.tsx'
import { VoiceTabs } from '../components/voice-tabs.tsx'
import { type Group, groupsQuery } from '../voice.queries.ts'

/** Groups of people whose voices can be recognised. They belong to the account, not to the space. */
export function VoiceprintsPage() {
  const t = useT('voice')
  const { data, error, refetch } = useQuery(groupsQuery())
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const [openId, setOpenId] = useState('')
  const opened = data?.find((group) => group.id === openId)
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setEdited('new')}>
      {t('group.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} note={t('prints.note')} actions={data && data.length > 0 ? add : undefined} />
      <VoiceTabs value="voiceprints" />
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto bg-card">
          {error && !data ? (
            <FailedPage error={error} onRetry={() => void refetch()} />
          ) : data?.length === 0 ? (
            <EmptyState icon={Fingerprint} title={t('prints.none.title')} text={t('prints.none.text')} action={add} />
          ) : (
            <GroupTable groups={data} onOpen={(group) => setOpenId(group.id)} onEdit={setEdited} />
          )}
        </div>
        {opened && <GroupSheet key={opened.id} group={opened} onClose={() => setOpenId('')} />}
      </div>
      {edited && <GroupDialog group={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
