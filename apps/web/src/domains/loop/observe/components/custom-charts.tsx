import { useMutation } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { toast } from '#ui/toast-store.ts'
import { refreshCharts, type ReleaseMark, type TraceChart } from '../chart.queries.ts'
import { ChartDialog } from './chart-dialog.tsx'
import { ChartPicture, type ChartTimes } from './chart-picture.tsx'

interface CustomChartsProps {
  spaceId: string
  charts: readonly TraceChart[]
  times: ChartTimes
  marks: readonly ReleaseMark[]
}

/** The charts that people added to the space. */
export function CustomCharts({ spaceId, charts, times, marks }: CustomChartsProps) {
  const t = useT('observe')
  const [edited, setEdited] = useState<TraceChart>()
  const remove = useMutation({
    mutationFn: (chart_id: string) => api.traceCharts.remove({ space_id: spaceId, chart_id }),
    onSuccess: async () => {
      await refreshCharts(spaceId)
      toast.ok(t('chart.deleted'))
    },
  })
  if (!charts.length) return null
  return (
    <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
      {charts.map((chart) => (
        <div key={chart.id} className={cn('relative', chart.is_wide && 'col-span-full')}>
          <ChartPicture spaceId={spaceId} chart={chart} times={times} marks={marks} hasMenu />
          <div className="absolute top-2.5 right-2.5">
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Ellipsis} label={t('chart.more', { title: chart.title })} />}
            >
              <MenuItem icon={Pencil} onClick={() => setEdited(chart)}>
                {t('chart.edit')}
              </MenuItem>
              <MenuItem icon={Trash2} danger onClick={() => remove.mutate(chart.id)}>
                {t('chart.delete')}
              </MenuItem>
            </Menu>
          </div>
        </div>
      ))}
      {edited && <ChartDialog spaceId={spaceId} times={times} chart={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}
