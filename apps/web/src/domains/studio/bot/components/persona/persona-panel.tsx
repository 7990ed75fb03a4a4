import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { LibraryBig, Link2, WandSparkles } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { visibleLength } from '#lib/text-length.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Counter } from '#ui/counter.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { useMentions } from '../../persona/use-mentions.ts'

const PersonaEditor = lazy(() => import('./persona-editor.tsx').then((module) => ({ default: module.PersonaEditor })))
const PromptLibrary = lazy(() =>
  import('#domains/resources/prompt/index.ts').then((module) => ({ default: module.PromptLibrary })),
)
const FollowPromptDialog = lazy(() =>
  import('#domains/resources/prompt/index.ts').then((module) => ({ default: module.FollowPromptDialog })),
)
const OptimiseDialog = lazy(() =>
  import('./optimise-dialog.tsx').then((module) => ({ default: module.OptimiseDialog })),
)

/** The first column: the persona of the bot and its model. */
export function PersonaPanel({ title }: { title?: string }) {
  const t = useT('bot')
  const { isReadOnly, spaceId } = useEditor()
  const [prompt, change] = useGroup('prompt_info')
  const [opened, setOpened] = useState<'follow' | 'library' | 'optimise' | null>(null)
  const close = () => setOpened(null)
  const replace = (text: string) => change({ prompt: text })
  const followed = prompt.prompt_ref
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <PanelHead
        title={title ?? t('panel.persona')}
        tools={
          !isReadOnly && (
            <>
              <IconButton icon={Link2} label={t('persona.follow')} onClick={() => setOpened('follow')} />
              <IconButton icon={LibraryBig} label={t('persona.library')} onClick={() => setOpened('library')} />
              <Button
                size="sm"
                kind="ghost"
                icon={WandSparkles}
                disabled={prompt.prompt.trim() === ''}
                onClick={() => setOpened('optimise')}
              >
                <span className="@max-sm:sr-only">{t('persona.optimise')}</span>
              </Button>
            </>
          )
        }
      />
      {followed?.key && (
        <Banner
          action={
            !isReadOnly && (
              <Button size="sm" onClick={() => change({ prompt_ref: { key: '', label: '' } })}>
                {t('persona.unfollow')}
              </Button>
            )
          }
        >
          {t('persona.follows', { prompt: [followed.key, followed.label].filter(Boolean).join(' · ') })}
        </Banner>
      )}
      <Persona value={prompt.prompt} onChange={replace} />
      <Suspense>
        {opened === 'follow' && (
          <FollowPromptDialog spaceId={spaceId} onUse={(prompt_ref) => change({ prompt_ref })} onClose={close} />
        )}
        {opened === 'library' && (
          <PromptLibrary spaceId={spaceId} current={prompt.prompt} onUse={replace} onClose={close} />
        )}
        {opened === 'optimise' && <OptimiseDialog current={prompt.prompt} onUse={replace} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Text over the limit stays in the editor and is saved once it fits. */
function Persona({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const mentions = useMentions()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The value was replaced, by an older version or by another user's edit.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const length = useMemo(() => visibleLength(typed), [typed])
  const change = (text: string) => {
    setTyped(text)
    if (visibleLength(text) > BOT_LIMITS.persona) return
    setKnown(text)
    onChange(text)
  }
  return (
    <>
      <div className="min-h-0 flex-1 overflow-hidden">
        <Suspense fallback={<Loading />}>
          <PersonaEditor
            label={t('panel.persona')}
            value={value}
            onChange={change}
            isReadOnly={isReadOnly}
            mentions={mentions}
            placeholder={t('persona.placeholder')}
          />
        </Suspense>
      </div>
      <div className="flex h-9 shrink-0 items-center gap-2 border-t border-line px-4 text-small text-mute">
        <span className="min-w-0 flex-1 truncate">{isReadOnly ? t('persona.markdown') : t('persona.hint')}</span>
        <Counter length={length} limit={BOT_LIMITS.persona} />
      </div>
    </>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-2 px-4 py-2">
      <Skeleton className="h-4 w-1/4" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
