import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { Tool } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'

/** Tools that the model may call, with what they answer in tries. */
export function ToolList({ store, mayEdit }: { store: DraftStore; mayEdit: boolean }) {
  const t = useT('prompts')
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
  return (
    <section aria-label={t('tools.title')} className="flex flex-col gap-2">
      <h2 className="font-semibold">{t('tools.title')}</h2>
      {!tools.length && <p className="text-small text-mute">{t('tools.none')}</p>}
      {tools.map(({ tool_def: { function: one }, mock_response: responses = [] }, at) => (
        <article key={at} aria-label={one.name} className="flex flex-col gap-1.5 rounded-md border border-line p-3">
          <div className="flex gap-1.5">
            <Input
              aria-label={t('tools.name', { n: at + 1 })}
              value={one.name}
              readOnly={!mayEdit}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            {mayEdit && (
              <IconButton
                size="sm"
                icon={Trash2}
                label={t('tools.remove', { name: one.name })}
                onClick={() => put(tools.filter((_, index) => index !== at))}
              />
            )}
          </div>
          <Input
            aria-label={t('tools.description', { name: one.name })}
            placeholder={t('tools.descriptionHint')}
            value={one.description ?? ''}
            readOnly={!mayEdit}
            onChange={(event) => change(at, { description: event.target.value })}
          />
          <Textarea
            mono
            rows={2}
            aria-label={t('tools.parameters', { name: one.name })}
            placeholder={t('tools.parametersHint')}
            value={one.parameters ?? ''}
            readOnly={!mayEdit}
            onChange={(event) => change(at, { parameters: event.target.value })}
          />
          <Textarea
            rows={1}
            aria-label={t('tools.response', { name: one.name })}
            placeholder={t('tools.responseHint')}
            value={responses[0] ?? ''}
            readOnly={!mayEdit}
            onChange={(event) => change(at, {}, event.target.value ? [event.target.value] : [])}
          />
        </article>
      ))}
      {mayEdit && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => put([...tools, { tool_def: { type: 1, function: { name: `tool_${tools.length + 1}` } } }])}
        >
          {t('tools.add')}
        </Button>
      )}
    </section>
  )
}
