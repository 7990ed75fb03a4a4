import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { GitCommitVertical, Rocket } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { useT } from '#lib/i18n.ts'
import { promptLink } from '#lib/links.ts'
import { rememberRecent } from '#lib/recent.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { BatchPanel } from '../components/batch-panel.tsx'
import { CommitDialog } from '../components/commit-dialog.tsx'
import { DraftState } from '../components/draft-state.tsx'
import { OptimisePanel } from '../components/optimise-panel.tsx'
import { PromptMenu } from '../components/prompt-menu.tsx'
import { ReleaseDialog } from '../components/release-dialog.tsx'
import { ReleasesPanel } from '../components/releases-panel.tsx'
import { UsePanel } from '../components/use-panel.tsx'
import { VersionsPanel } from '../components/versions-panel.tsx'
import { WritePanel } from '../components/write-panel.tsx'
import { detailOf, toWire } from '../detail.ts'
import { createDraftStore, type DraftStore } from '../draft-store.ts'
import { draftQuery, type Prompt, refreshPrompts } from '../prompts.queries.ts'

const from = '/signed/space/$space_id/prompts/$prompt_id'

/** A prompt: its text, its versions, their releases, and its use by programs. */
export function PromptPage() {
  const t = useT('prompts')
  const { prompt_id: id, space_id: spaceId } = useParams({ from })
  const query = useQuery(draftQuery(id))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/prompts" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(prompt) => <Detail key={id} prompt={prompt} spaceId={spaceId} />}
    </QueryPage>
  )
}

const draftOf = (prompt: Prompt) => ({ rev: prompt.metadata?.['draft_rev'] ?? '0', detail: detailOf(prompt) })
async function readDraft(id: string) {
  return draftOf((await api.promptManage.get({ prompt_id: id, personal_draft: true })).prompt)
}

function useDraft(prompt: Prompt): DraftStore {
  const { id } = prompt
  // Data that is refetched later must not replace what the person is writing.
  const [first] = useState(() => draftOf(prompt))
  const store = useMemo(
    () =>
      createDraftStore(first, {
        save: async (rev, detail) => {
          const saved = await api.promptManage.save({
            prompt_id: id,
            ...toWire(detail),
            ...(rev !== '0' && { metadata: { draft_rev: rev } }),
          })
          return saved.prompt.metadata?.['draft_rev'] ?? '0'
        },
        newest: () => readDraft(id),
        now: Date.now,
      }),
    [first, id],
  )
  useAutosave(store)
  return store
}

function Detail({ prompt, spaceId }: { prompt: Prompt; spaceId: string }) {
  const t = useT('prompts')
  const { tab = 'write' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/prompts/$prompt_id' })
  const mayEdit = mayInSpace(useSpace(), 'createResource')
  const store = useDraft(prompt)
  const [opened, setOpened] = useState<'commit' | 'release' | null>(null)
  const { id, display_name: name, latest_version: latest } = prompt
  usePageTitle(name)
  useEffect(
    () => rememberRecent(spaceId, { id, kind: 'prompt', name, href: promptLink(spaceId, id) }),
    [id, spaceId, name],
  )
  const adopt = async () => {
    store.adopt(await readDraft(id))
    await refreshPrompts()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={<Link to="/space/$space_id/prompts" params={{ space_id: spaceId }} />}
        tile={<TypeTile kind="prompt" size={36} />}
        title={name}
        beside={latest ? <Tag mono>{latest}</Tag> : <Tag tone="warn">{t('page.neverCommitted')}</Tag>}
        note={prompt.prompt_key}
        actions={
          mayEdit && (
            <>
              <DraftState store={store} />
              <PromptMenu prompt={prompt} spaceId={spaceId} />
              <Button icon={Rocket} disabled={!latest} onClick={() => setOpened('release')}>
                {t('release.action')}
              </Button>
              <Button kind="solid" icon={GitCommitVertical} onClick={() => setOpened('commit')}>
                {t('commit.action')}
              </Button>
            </>
          )
        }
      />
      <Tabs
        size="page"
        label={t('page.tabs')}
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === 'write' ? undefined : next } })}
        items={[
          { value: 'write', label: t('tab.write') },
          { value: 'versions', label: t('tab.versions') },
          { value: 'releases', label: t('tab.releases') },
          { value: 'batch', label: t('tab.batch') },
          { value: 'optimise', label: t('tab.optimise') },
          { value: 'use', label: t('tab.use') },
        ]}
      />
      {tab === 'write' && <WritePanel store={store} prompt={prompt} spaceId={spaceId} mayEdit={mayEdit} />}
      {tab === 'versions' && <VersionsPanel prompt={prompt} mayEdit={mayEdit} onReverted={adopt} />}
      {tab === 'releases' && (
        <ReleasesPanel
          prompt={prompt}
          spaceId={spaceId}
          mayEdit={mayEdit}
          onRelease={latest ? () => setOpened('release') : undefined}
        />
      )}
      {tab === 'batch' && <BatchPanel store={store} prompt={prompt} spaceId={spaceId} mayEdit={mayEdit} />}
      {tab === 'optimise' && (
        <OptimisePanel
          prompt={prompt}
          spaceId={spaceId}
          mayEdit={mayEdit}
          onAdopted={async () => {
            await adopt()
            await navigate({ search: {} })
          }}
        />
      )}
      {tab === 'use' && <UsePanel prompt={prompt} spaceId={spaceId} />}
      {opened === 'commit' && (
        <CommitDialog prompt={prompt} store={store} onDone={adopt} onClose={() => setOpened(null)} />
      )}
      {opened === 'release' && (
        <ReleaseDialog
          prompt={prompt}
          spaceId={spaceId}
          onDone={() => void navigate({ search: { tab: 'releases' } })}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
