import { ChevronDown } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import type { Channel } from '../publish-port.ts'

interface FlowChoiceProps {
  channel: Channel
  chosen: readonly string[]
  canChoose: boolean
  onChoose: (channelId: string, flows: readonly string[]) => void
}

/** Selects the workflows of a project for a channel: several, or the one with which users chat. */
export function FlowChoice({ channel, chosen, canChoose, onChoose }: FlowChoiceProps) {
  const t = useT('publish')
  const { id, name, flows, isSingle } = channel
  if (flows.length === 0) return '–'
  const first = flows.find((flow) => flow.id === chosen[0])?.name ?? ''
  const label =
    chosen.length === 0
      ? t('flows.none')
      : chosen.length === 1
        ? first
        : t('flows.count', { count: chosen.length, all: flows.length })
  if (!canChoose) return <span className="truncate">{label}</span>
  return (
    <span data-row-stop>
      {isSingle ? (
        <Select
          size="sm"
          label={t('flows.one', { channel: name })}
          value={chosen[0] ?? null}
          onChange={(flow) => onChoose(id, [flow])}
          items={flows.map((flow) => ({ value: flow.id, label: flow.name }))}
          className="w-full"
        />
      ) : (
        <Popover
          className="w-64"
          title={t('flows.title', { channel: name })}
          trigger={
            <Button size="sm" iconAfter={ChevronDown} aria-label={`${t('flows.title', { channel: name })}: ${label}`}>
              {label}
            </Button>
          }
        >
          <div className="flex flex-col gap-2">
            {flows.map((flow) => (
              <Checkbox
                key={flow.id}
                checked={chosen.includes(flow.id)}
                onChange={(isOn) =>
                  onChoose(
                    id,
                    flows.map((each) => each.id).filter((each) => (each === flow.id ? isOn : chosen.includes(each))),
                  )
                }
              >
                {flow.name}
              </Checkbox>
            ))}
          </div>
        </Popover>
      )}
    </span>
  )
}
