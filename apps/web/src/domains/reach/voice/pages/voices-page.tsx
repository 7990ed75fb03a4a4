import { useQuery } from '@tanstack/react-query'
import { AudioLines, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { CloneDialog } from '../components/clone-dialog.tsx'
import { VoiceTable } from '../components/voice-table.tsx'
import { VoiceTabs } from '../components/voice-tabs.tsx'
import { type Voice, voicesQuery } from '../voice.queries.ts'

/** The voices that the bots of a space can use: those of providers, and cloned ones. */
export function VoicesPage() {
  const t = useT('voice')
  const space = useSpace()
  const { data, error, refetch } = useQuery(voicesQuery(space.id))
  const [trained, setTrained] = useState<Voice | 'new' | null>(null)
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setTrained('new')}>
      {t('clone')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar title={t('title')} note={t('note')} actions={data?.canClone ? add : undefined} />
      <VoiceTabs value="voices" />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto bg-card">
        {error && !data ? (
          <FailedPage error={error} onRetry={() => void refetch()} />
        ) : data?.voices.length === 0 ? (
          <EmptyState icon={AudioLines} title={t('none.title')} text={t('none.text')} />
        ) : (
          <VoiceTable voices={data?.voices} onTrain={setTrained} />
        )}
      </div>
      {trained && (
        <CloneDialog
          spaceId={space.id}
          voice={trained === 'new' ? undefined : trained}
          onClose={() => setTrained(null)}
        />
      )}
    </div>
  )
}
