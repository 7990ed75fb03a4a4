import { type DeskLanguage, deskLanguages, PaperState, TranslationState } from '@orrery/contract/shared/desk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Languages } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Split } from '#ui/split.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import {
  type DeskDetail,
  deskSettingsQuery,
  paperProgressQuery,
  refreshDesk,
  saveDeskSetting,
  translationQuery,
} from '../desk.queries.ts'
import { AskPanel } from './ask-panel.tsx'
import { ChunkList } from './chunk-list.tsx'
import { PaperPages } from './paper-pages.tsx'

export type PaperView = 'both' | 'original' | 'translation'
const views = ['both', 'original', 'translation'] as const

/** A paper beside its translation, with its chunks and the questions asked about it. */
export function ReaderDocument({ detail, back }: { detail: DeskDetail; back: ReactElement }) {
  const t = useT('desk')
  const { instance } = detail
  const { dataset_id = '', document_id = '' } = instance.init_param_info
  const [tab, setTab] = useState<'ask' | 'chunks'>('ask')
  const settings = useQuery(deskSettingsQuery('reader')).data
  const progress = useQuery(paperProgressQuery(dataset_id, document_id)).data
  const translation = useQuery(translationQuery(instance.instance_id))
  const translate = useMutation({
    mutationFn: () =>
      api.deskPaper.translate({ agent_id: 'reader', instance_id: instance.instance_id }, { toast: true }),
    onSettled: refreshDesk,
  })
  const view = views.find((one) => one === settings?.['view']) ?? 'both'
  const isRunning = translation.data?.task_status === TranslationState.running
  const languages = ['auto', ...deskLanguages] as const
  const note =
    progress?.status === PaperState.failed
      ? progress.status_descript
      : progress?.status === PaperState.processing
        ? t('reader.reading', { percent: progress.progress })
        : ''
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={back}
        title={instance.name}
        note={note}
        centre={
          <Segmented<PaperView>
            label={t('view.label')}
            value={view}
            onChange={(next) => void saveDeskSetting('reader', 'view', next)}
            items={views.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
        }
        actions={
          <>
            <Select<'auto' | DeskLanguage>
              className="w-52"
              label={t('language.label')}
              value={languages.find((one) => one === settings?.['target_language']) ?? 'auto'}
              onChange={(next) => void saveDeskSetting('reader', 'target_language', next)}
              items={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
            />
            <Button icon={Languages} busy={translate.isPending || isRunning} onClick={() => translate.mutate()}>
              {t('translate.action')}
            </Button>
          </>
        }
      />
      <Split
        storeKey="desk-reader"
        label={t('reader.split')}
        share={0.68}
        min={[320, 280]}
        first={<PaperPages translation={translation} view={view} onRetry={() => translate.mutate()} />}
        second={
          <Tabs
            label={t('reader.tabs')}
            value={tab}
            onChange={setTab}
            items={[
              { value: 'ask', label: t('ask.title') },
              { value: 'chunks', label: t('chunks.title') },
            ]}
          >
            <TabPanel value="ask" className="flex flex-col">
              <AskPanel detail={detail} />
            </TabPanel>
            <TabPanel value="chunks" className="flex flex-col">
              <ChunkList id={instance.instance_id} datasetId={dataset_id} documentId={document_id} />
            </TabPanel>
          </Tabs>
        }
      />
    </div>
  )
}
