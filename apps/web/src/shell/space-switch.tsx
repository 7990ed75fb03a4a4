import type { Space } from '@orrery/contract'
import { SpaceType } from '@orrery/contract/shared/policy'
import { Link, useNavigate } from '@tanstack/react-router'
import { Building2, Check, ChevronsUpDown, Plus, Search } from 'lucide-react'
import { Fragment, lazy, Suspense, useId, useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useEnterprises } from '#lib/enterprises.ts'
import { mayCreateTeam } from '#lib/feature-flags.ts'
import { useT } from '#lib/i18n.ts'
import { useListKeys } from '#lib/list-keys.ts'
import { useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { createTeam } from './create-team.ts'
import { SpaceTile } from '#ui/space-tile.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'

const InvitationBanner = lazy(() =>
  import('#domains/enterprise/enterprise/index.ts').then((module) => ({ default: module.InvitationBanner })),
)

/** The name of an enterprise above its spaces, as a link to the enterprise. */
function EnterpriseHead({ id, onDone }: { id: string; onDone: () => void }) {
  const found = useEnterprises().find(({ enterprise_id }) => enterprise_id === id)
  if (!found) return null
  return (
    <li role="presentation" className="mt-1 list-none">
      <Link
        to="/enterprise/$enterprise_id"
        params={{ enterprise_id: id }}
        onClick={onDone}
        className="group-label flex h-7 items-center gap-2 rounded-md px-2 hover:bg-hover"
      >
        <Icon of={Building2} size={12} />
        <span className="truncate">{found.name}</span>
      </Link>
    </li>
  )
}

function useSpaceNote(): (space: Space) => string {
  const t = useT('shell')
  return (space) =>
    space.space_type === SpaceType.personal
      ? t('space.personal')
      : t('space.team', { count: Math.max(1, space.total_member_num) })
}

/** The head of the submenu: the current space, and a menu of the others. */
export function SpaceSwitch({ space }: { space: Space }) {
  const t = useT('shell')
  const name = useSpaceName()
  const note = useSpaceNote()
  const [open, setOpen] = useState(false)
  const trigger = (
    <button
      type="button"
      className="flex h-10 w-full min-w-0 items-center gap-2 rounded-md px-2 pr-1 text-left transition-colors hover:bg-hover aria-expanded:bg-hover"
    >
      <SpaceTile id={space.id} name={name(space)} src={space.icon_url} />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-4 font-semibold">{name(space)}</span>
        <span className="block truncate text-small leading-4 text-mute">{note(space)}</span>
        <span className="sr-only">{t('space.switch')}</span>
      </span>
      <Icon of={ChevronsUpDown} size={14} className="shrink-0 text-mute" />
    </button>
  )
  return (
    <Popover trigger={trigger} open={open} onOpenChange={setOpen} className="w-72 p-0">
      <SpaceList current={space} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function SpaceList({ current, onDone }: { current: Space; onDone: () => void }) {
  const t = useT('shell')
  const name = useSpaceName()
  const note = useSpaceNote()
  const navigate = useNavigate()
  const listId = useId()
  const spaces = useSpaces()
  const enterprises = useEnterprises()
  const [typed, setTyped] = useState('')
  const [word, composing] = useSettledText(typed)
  const shown = useMemo(() => {
    const wanted = word.trim().toLowerCase()
    const found = spaces.filter((space) => name(space).toLowerCase().includes(wanted))
    // The user's own spaces first, then those of each enterprise below its name.
    return found.toSorted((a, b) => a.enterprise_id.localeCompare(b.enterprise_id))
    // oxlint-disable-next-line react/exhaustive-deps -- names follow the language, which cannot change in between
  }, [spaces, word])
  const empty = enterprises.filter(
    ({ enterprise_id }) => word.trim() === '' && !spaces.some((space) => space.enterprise_id === enterprise_id),
  )
  const open = (space: Space) => {
    onDone()
    void navigate({ to: '/space/$space_id/develop', params: { space_id: space.id } })
  }
  const { activeIndex, setActive, onKeyDown } = useListKeys(shown, open)
  const optionId = (index: number) => `${listId}-${index}`
  return (
    <div className="flex flex-col">
      <div className="p-2">
        <Input
          size="sm"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? optionId(activeIndex) : undefined}
          aria-label={t('space.search')}
          placeholder={t('space.search')}
          before={<Icon of={Search} size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          {...composing}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul id={listId} role="listbox" aria-label={t('space.switch')} className="max-h-80 overflow-y-auto px-1 pb-1">
        {shown.map((space, index) => (
          <Fragment key={space.id}>
            {space.enterprise_id !== (shown[index - 1]?.enterprise_id ?? '') && (
              <EnterpriseHead id={space.enterprise_id} onDone={onDone} />
            )}
            <li
              id={optionId(index)}
              role="option"
              aria-selected={index === activeIndex}
              onPointerMove={() => setActive(index)}
              onClick={() => open(space)}
              className={cn(
                'flex h-11 cursor-pointer items-center gap-2.5 rounded-md px-2',
                index === activeIndex && 'bg-hover',
              )}
            >
              <SpaceTile id={space.id} name={name(space)} src={space.icon_url} />
              <span className="min-w-0 flex-1">
                <span className="block truncate leading-4 font-medium">{name(space)}</span>
                <span className="block truncate text-small leading-4 text-mute">{note(space)}</span>
              </span>
              {space.id === current.id && <Icon of={Check} className="shrink-0 text-brand" />}
            </li>
          </Fragment>
        ))}
      </ul>
      {shown.length === 0 && (
        <p role="status" className="px-3 pb-3 text-small text-mute wrap-anywhere">
          {t('space.noMatch', { word })}
        </p>
      )}
      {empty.map(({ enterprise_id }) => (
        <ul key={enterprise_id} className="px-1">
          <EnterpriseHead id={enterprise_id} onDone={onDone} />
        </ul>
      ))}
      <Suspense>
        <InvitationBanner />
      </Suspense>
      {mayCreateTeam() && (
        <div className="border-t border-line p-1">
          <Button
            kind="quiet"
            icon={Plus}
            className="w-full justify-start px-2"
            onClick={() => {
              onDone()
              createTeam.set(true)
            }}
          >
            {t('space.createTeam')}
          </Button>
        </div>
      )}
    </div>
  )
}
