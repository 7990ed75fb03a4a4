import { type DeskLanguage, deskLanguages, DESK_LIMITS } from '@orrery/contract/shared/desk'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Split } from '#ui/split.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { type DeskDetail, deskSettingsQuery, refreshDesk, saveDeskSetting } from '../desk.queries.ts'
import { createWriterStore } from '../writer-store.ts'
import { AskPanel } from './ask-panel.tsx'
import { ImagePanel } from './image-panel.tsx'
import { ReferencePanel } from './reference-panel.tsx'

interface WriterDocumentProps {
  detail: DeskDetail
  back: ReactElement
  spaceId: string
}
const languages = ['auto', ...deskLanguages] as const

function urlsIn(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** A text with its references and images, and an assistant that uses them. */
export function WriterDocument({ detail, back, spaceId }: WriterDocumentProps) {
  const t = useT('desk')
  const { instance } = detail
  const [tab, setTab] = useState<'ask' | 'references' | 'images'>('ask')
  const settings = useQuery(deskSettingsQuery('writer')).data
  const [store] = useState(() =>
    createWriterStore(
      { name: instance.name, content: instance.content, references: urlsIn(instance.init_param_info['references']) },
      {
        now: Date.now,
        save: ({ name, content, references }) =>
          api.desk.save({
            agent_id: 'writer',
            instance_id: instance.instance_id,
            update_param: {
              name: name.trim() || instance.name,
              content,
              init_param: { ...instance.init_param_info, references: JSON.stringify(references) },
            },
          }),
      },
    ),
  )
  useAutosave(store, refreshDesk)
  const draft = store.use((now) => now.draft)
  const state = store.use((now) => now.state)
  const savedAt = store.use((now) => now.savedAt)
  const append = (text: string) =>
    store.edit({ content: [store.current().draft.content.trimEnd(), text].filter(Boolean).join('\n\n') })
  const note =
    state.is === 'saved'
      ? t('saved.at', { time: formatTime(savedAt) })
      : state.is === 'pending' || state.is === 'saving'
        ? t('saved.saving')
        : t('saved.failed')
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={back}
        title={draft.name}
        note={<span role="status">{note}</span>}
        actions={
          <Select<'auto' | DeskLanguage>
            className="w-48"
            label={t('writer.language')}
            value={languages.find((one) => one === settings?.['language']) ?? 'auto'}
            onChange={(next) => void saveDeskSetting('writer', 'language', next)}
            items={languages.map((value) => ({ value, label: t(`writer.language.${value}`) }))}
          />
        }
      />
      <Split
        storeKey="desk-writer"
        label={t('writer.split')}
        share={0.62}
        min={[320, 280]}
        first={
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-5">
            <Field label={t('writer.name')}>
              <Input value={draft.name} limit={100} onChange={({ target }) => store.edit({ name: target.value })} />
            </Field>
            <Field label={t('writer.text')}>
              <Textarea
                rows={22}
                maxRows={60}
                maxLength={DESK_LIMITS.content}
                placeholder={t('writer.placeholder')}
                value={draft.content}
                onChange={({ target }) => store.edit({ content: target.value })}
              />
            </Field>
          </div>
        }
        second={
          <Tabs
            label={t('writer.tabs')}
            value={tab}
            onChange={setTab}
            items={[
              { value: 'ask', label: t('ask.title') },
              { value: 'references', label: t('references.title'), count: draft.references.length },
              { value: 'images', label: t('images.title') },
            ]}
          >
            <TabPanel value="ask" className="flex flex-col">
              <AskPanel detail={detail} onTake={append} before={() => store.flush()} />
            </TabPanel>
            <TabPanel value="references" className="flex flex-col">
              <ReferencePanel urls={draft.references} onChange={(references) => store.edit({ references })} />
            </TabPanel>
            <TabPanel value="images" className="flex flex-col">
              <ImagePanel spaceId={spaceId} onTake={append} />
            </TabPanel>
          </Tabs>
        }
      />
    </div>
  )
}
