import { Plug, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Tool } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'

const ToolPicker = lazy(() =>
  import('#domains/resources/plugin/index.ts').then((module) => ({ default: module.ToolPicker })),
)

const MAX_RESPONSES = 20

/** The tools that the model may call, with their canned responses in tries. */
export function ToolList({ store, spaceId, mayEdit }: { store: DraftStore; spaceId: string; mayEdit: boolean }) {
  const t = useT('prompts')
  const [isPicking, setPicking] = useState(false)
  const tools = store.use((now) => now.detail.tools)
  const put = (next: readonly Tool[]) => store.edit({ tools: next })
  const change = (at: number, more: Partial<Tool['tool_def']['function']>, responses?: string[]) =>
    put(
      tools.map((tool, index) =>
        index === at
          ? {
              ...tool,
              tool_def: { ...tool.tool_def, function: { ...tool.tool_def.function, ...more } },
              ...(responses && { mock_response: responses }),
            }
          : tool,
      ),
    )
  const addFrom = async (source: { plugin_id: string; api_name: string }) => {
    try {
      const { function: one } = await api.promptRun.pluginTool({ space_id: spaceId, ...source })
      const { tools: now } = store.current().detail
      const isTaken = (name: string) => now.some((tool) => tool.tool_def.function.name === name)
      const name = isTaken(one.name) ? `${one.name.slice(0, 60)}_${now.length + 1}` : one.name
      put([...now, { tool_def: { type: 1, function: { ...one, name } }, source }])
    } catch (error) {
      toast.error(t('tools.addFailed'), { error })
    }
  }
  return (
    <section aria-label={t('tools.title')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('tools.title')}</h2>
      {!tools.length && <p className="text-small text-mute">{t('tools.none')}</p>}
      {tools.map((tool, at) => (
        <ToolCard
          key={at}
          n={at + 1}
          tool={tool}
          mayEdit={mayEdit}
          onChange={(more, responses) => change(at, more, responses)}
          onRemove={() => put(tools.filter((_, index) => index !== at))}
        />
      ))}
      {mayEdit && (
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            icon={Plus}
            onClick={() => put([...tools, { tool_def: { type: 1, function: { name: `tool_${tools.length + 1}` } } }])}
          >
            {t('tools.add')}
          </Button>
          <Button size="sm" icon={Plug} onClick={() => setPicking(true)}>
            {t('tools.fromPlugin')}
          </Button>
        </div>
      )}
      {isPicking && (
        <Suspense>
          <ToolPicker
            isOne
            spaceId={spaceId}
            chosen={new Set()}
            onAdd={({ pluginId, toolName }) => void addFrom({ plugin_id: pluginId, api_name: toolName })}
            onRemove={() => {}}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface ToolCardProps {
  n: number
  tool: Tool
  mayEdit: boolean
  onChange: (more: Partial<Tool['tool_def']['function']>, responses?: string[]) => void
  onRemove: () => void
}
function ToolCard({ n, tool, mayEdit, onChange, onRemove }: ToolCardProps) {
  const t = useT('prompts')
  const { mock_response: responses = [], source } = tool
  const { function: one } = tool.tool_def
  // An empty field for a new response is not stored.
  const [isAdding, setAdding] = useState(false)
  const shown = isAdding || !responses.length ? [...responses, ''] : responses
  const write = (at: number, text: string) => {
    setAdding(false)
    onChange({}, shown.map((response, index) => (index === at ? text : response)).filter(Boolean))
  }
  return (
    <article aria-label={one.name} className="flex flex-col gap-1.5 rounded-md border border-line p-3">
      <div className="flex items-center gap-1.5">
        <Input
          aria-label={t('tools.name', { n })}
          value={one.name}
          readOnly={!mayEdit}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        {source && <Tag>{t('tools.plugin')}</Tag>}
        {mayEdit && (
          <IconButton size="sm" icon={Trash2} label={t('tools.remove', { name: one.name })} onClick={onRemove} />
        )}
      </div>
      <Input
        aria-label={t('tools.description', { name: one.name })}
        placeholder={t('tools.descriptionHint')}
        value={one.description ?? ''}
        readOnly={!mayEdit}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Textarea
        mono
        rows={2}
        aria-label={t('tools.parameters', { name: one.name })}
        placeholder={t('tools.parametersHint')}
        value={one.parameters ?? ''}
        readOnly={!mayEdit}
        onChange={(event) => onChange({ parameters: event.target.value })}
      />
      {shown.map((response, at) => (
        <Textarea
          key={at}
          rows={1}
          aria-label={
            at ? t('tools.responseOf', { n: at + 1, name: one.name }) : t('tools.response', { name: one.name })
          }
          placeholder={t(at ? 'tools.nextHint' : 'tools.responseHint')}
          value={response}
          readOnly={!mayEdit}
          onChange={(event) => write(at, event.target.value)}
        />
      ))}
      {mayEdit && shown.at(-1) !== '' && shown.length < MAX_RESPONSES && (
        <Button kind="ghost" size="xs" icon={Plus} className="self-start" onClick={() => setAdding(true)}>
          {t('tools.addResponse')}
        </Button>
      )}
    </article>
  )
}
