import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Pencil, Plus, TriangleAlert, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NotFound } from '#ui/page-state.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tag } from '#ui/tag.tsx'
import { BindPanel } from '../mocks/bind-panel.tsx'
import { GenerateDialog } from '../mocks/generate-dialog.tsx'
import { MockBar } from '../mocks/mock-bar.tsx'
import { type MockSet, mockSetsQuery, rulesQuery, type ToolPlace } from '../mocks/mock.queries.ts'
import { RuleEditor } from '../mocks/rule-editor.tsx'
import { RuleList } from '../mocks/rule-list.tsx'
import type { Schema } from '../mocks/schema-check.ts'
import { SetDialog } from '../mocks/set-dialog.tsx'
import { useMissingPlugin } from '../page/missing-plugin.tsx'

const from = '/signed/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set/$mock_set_id'

/** One mock set: its responses, their conditions, and the callers that get them. */
export function MockSetPage() {
  const t = useT('mock')
  const { space_id: spaceId, plugin_id: pluginId, tool_id: toolId, mock_set_id: setId } = useParams({ from })
  const place = { spaceId, pluginId, toolId }
  const query = useQuery(mockSetsQuery(place))
  return (
    <QueryPage query={query} {...useMissingPlugin(spaceId)}>
      {(found) => {
        const set = found.mockSets.find((mockSet) => mockSet.id === setId)
        if (!set) return <NotFound title={t('set.missing')} />
        const schema = (found.schema ? JSON.parse(found.schema) : {}) as Schema
        return <Detail key={setId} place={place} set={set} schema={schema} />
      }}
    </QueryPage>
  )
}

function Detail({ place, set, schema }: { place: ToolPlace; set: MockSet; schema: Schema }) {
  const t = useT('mock')
  const { hideMenu } = useSearch({ from })
  const mayEdit = mayInSpace(useSpace(), 'createResource')
  const query = useQuery(rulesQuery(place, set.id))
  const rules = query.data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [opened, setOpened] = useState<'name' | 'generate' | null>(null)
  usePageTitle(set.name)
  const rule = chosen === 'new' ? undefined : (rules.find((rule) => rule.id === chosen) ?? rules[0])
  const isNew = chosen === 'new'
  const add = (
    <Button kind="solid" icon={Plus} onClick={() => setChosen('new')}>
      {t('rules.add')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <MockBar
        place={place}
        title={set.name}
        isDetail
        isAlone={hideMenu === 'true'}
        beside={
          <>
            {mayEdit && <IconButton size="sm" icon={Pencil} label={t('set.edit')} onClick={() => setOpened('name')} />}
            {set.schemaIncompatible && (
              <Tag tone="err" icon={TriangleAlert}>
                {t('set.outdated')}
              </Tag>
            )}
          </>
        }
        actions={
          mayEdit && (
            <>
              <Button icon={WandSparkles} onClick={() => setOpened('generate')}>
                {t('generate.action')}
              </Button>
              {add}
            </>
          )
        }
      />
      {set.schemaIncompatible && <Banner tone="warn">{t('set.outdatedText')}</Banner>}
      <div className="flex min-h-0 flex-1">
        <aside className="flex w-78 shrink-0 flex-col overflow-y-auto border-r border-line">
          <RuleList
            place={place}
            rules={rules}
            chosen={isNew ? null : (rule?.id ?? null)}
            mayEdit={mayEdit}
            onChoose={setChosen}
          />
          <BindPanel place={place} setId={set.id} />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          {rule || isNew ? (
            <RuleEditor
              key={rule?.id ?? 'new'}
              place={place}
              setId={set.id}
              rule={rule}
              count={rules.length}
              schema={schema}
              isReadOnly={!mayEdit}
              onSaved={setChosen}
            />
          ) : (
            query.data && (
              <EmptyState
                icon={WandSparkles}
                title={t('rules.empty')}
                text={t('rules.emptyText')}
                action={mayEdit && add}
              />
            )
          )}
        </div>
      </div>
      {opened === 'name' && <SetDialog place={place} set={set} onClose={() => setOpened(null)} />}
      {opened === 'generate' && (
        <GenerateDialog place={place} setId={set.id} count={rules.length} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
