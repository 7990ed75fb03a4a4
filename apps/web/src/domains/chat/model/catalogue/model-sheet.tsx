import type { Space } from '@orrery/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatContext, formatDuration, formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { refreshModels } from '../model.queries.ts'
import { type ModelDetail, modelDetailQuery } from './catalogue.queries.ts'
import { ExpandDialog } from './expand-dialog.tsx'
import { useTagName } from './tag-name.ts'
import { TuningSection } from './tuning-section.tsx'
import { TokenDays } from './token-days.tsx'

interface ModelSheetProps {
  space: Space
  modelId: string
  onClose: () => void
}

/** A model: its description, its use in this space, who sets its parameters, and requests for more tokens. */
export function ModelSheet({ space, modelId, onClose }: ModelSheetProps) {
  const words = useT('checkup')
  const { data, error } = useQuery(modelDetailQuery(space.id, modelId))
  const info = data?.model_info.model_basic_info
  return (
    <SideSheet kind="model" width={460} title={info?.name ?? '…'} caption={info?.model_name} onClose={onClose}>
      <div className="flex flex-col gap-5 p-4">
        <div>
          <Link
            to="/space/$space_id/evaluate/comparisons"
            params={{ space_id: space.id }}
            search={{ model: modelId }}
            className={buttonStyle()}
          >
            {words('compare.thisModel')}
          </Link>
        </div>
        {error && <ErrorPanel error={error} />}
        {!data && !error && <Skeleton className="h-60" />}
        {data && <Detail space={space} detail={data} />}
      </div>
    </SideSheet>
  )
}

const average = (points: readonly { data: number }[]) =>
  points.length ? points.reduce((sum, point) => sum + point.data, 0) / points.length : undefined

function Detail({ space, detail }: { space: Space; detail: ModelDetail }) {
  const t = useT('model')
  const tagName = useTagName()
  const [isExpanding, setExpanding] = useState(false)
  const {
    model_basic_info: info,
    model_concurrent_info: capacity,
    model_permission_info: permissions,
  } = detail.model_info
  const latency = average(detail.performance.latency)
  const speed = average(detail.performance.output_speed)
  const answered = average(detail.performance.accuracy)
  return (
    <>
      {info.model_desc && <p className="text-mute">{info.model_desc}</p>}
      <div className="flex flex-wrap gap-1.5">
        {Object.values(info.model_tags)
          .flat()
          .map((tag) => (
            <Tag key={tag} tone="outline">
              {tagName(tag)}
            </Tag>
          ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure name={t('model.context')}>{formatContext(info.token_limit)}</Figure>
        <Figure name={t('catalogue.owner')}>{detail.model_owner?.nickname ?? t('catalogue.instance')}</Figure>
        <Figure name={t('catalogue.latency')}>{latency === undefined ? '–' : formatDuration(latency)}</Figure>
        <Figure name={t('catalogue.speed')}>{speed === undefined ? '–' : formatNumber(Math.round(speed))}</Figure>
        <Figure name={t('catalogue.answered')}>
          {answered === undefined ? '–' : `${Math.round(answered * 100)} %`}
        </Figure>
        <Figure name={t('catalogue.exceeded')}>
          {formatNumber(detail.load.exceed_rpm_threshold_num + detail.load.exceed_tpm_threshold_num)}
        </Figure>
      </dl>
      <TokenDays usage={detail.usage} />
      <FixedParameters space={space} modelId={info.model_id} type={info.model_config_type} />
      <section className="flex items-center gap-3 rounded-lg border border-line p-3">
        <p className="min-w-0 flex-1 text-small text-mute">
          {t(
            capacity.has_model_tpm_expansion
              ? 'expand.active'
              : capacity.can_model_tpm_expansion
                ? 'expand.text'
                : 'expand.unbound',
          )}
        </p>
        <Button icon={Gauge} disabled={!capacity.can_model_tpm_expansion} onClick={() => setExpanding(true)}>
          {t('expand')}
        </Button>
      </section>
      <TuningSection spaceId={space.id} modelId={info.model_id} name={info.name} mayTrain={permissions.can_finetune} />
      {isExpanding && <ExpandDialog modelId={info.model_id} name={info.name} onClose={() => setExpanding(false)} />}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-mute">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}

/** If on, bots and workflows of the space use the parameters of the model instead of their own. */
function FixedParameters({ space, modelId, type }: { space: Space; modelId: string; type: number }) {
  const t = useT('model')
  const save = useMutation({
    mutationFn: (isFixed: boolean) =>
      api.intelligenceModel.setConfigType(
        { space_id: space.id, model_id: modelId, config_type: isFixed ? 1 : 0 },
        { toast: true },
      ),
    onSettled: refreshModels,
  })
  return (
    <div>
      <Switch
        checked={type === 1}
        disabled={!mayInSpace(space, 'manageModels') || save.isPending}
        onChange={(on) => save.mutate(on)}
      >
        {t('fixed')}
      </Switch>
      <p className="mt-1 text-small text-mute">{t('fixed.text')}</p>
    </div>
  )
}
