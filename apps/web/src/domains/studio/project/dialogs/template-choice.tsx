import type { ProductInfo } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export type ProjectTemplate = ProductInfo
const projectProduct = 6

interface TemplateChoiceProps {
  chosen: ProjectTemplate | null
  onChoose: (template: ProjectTemplate) => void
}

/** Projects of the marketplace to start from. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const t = useT('project')
  const { data, error } = useQuery({
    queryKey: ['market', 'project-templates'],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.market.list({ entity_type: projectProduct, page_num: 1, page_size: 50 }, { signal })).products,
  })
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton className="h-32" />
  if (data.length === 0) return <p className="py-4 text-mute">{t('create.noTemplates')}</p>
  return (
    <div
      role="radiogroup"
      aria-label={t('create.template')}
      className="grid max-h-90 grid-cols-2 gap-2 overflow-y-auto"
    >
      {data.map((item) => {
        const { meta_info: meta } = item
        const isChosen = chosen?.meta_info.id === meta.id
        return (
          <button
            key={meta.id}
            type="button"
            role="radio"
            aria-checked={isChosen}
            onClick={() => onChoose(item)}
            className={cn(
              'flex min-w-0 items-start gap-2.5 rounded-lg border border-line p-3 text-left hover:border-line-strong',
              isChosen && 'border-brand bg-brand-soft/60 hover:border-brand',
            )}
          >
            <PictureTile id={meta.id} kind="project" src={meta.icon_url} size={36} />
            <span className="min-w-0">
              <span className="block truncate font-medium">{meta.name}</span>
              <span className="line-clamp-2 text-small text-mute">{meta.description}</span>
            </span>
          </button>
        )
      })}
    </div>
  )
}
