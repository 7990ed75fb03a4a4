import { type Texts, useT } from '#lib/i18n.ts'
import { allState, toggleAll, toggleOne } from '#lib/selection.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { allScopes, type PermissionGroup, scopesOf } from '../token-grants.ts'
import { presetNames, presetOf, scopesOfPreset } from '../token-presets.ts'

interface PermissionPickerProps {
  groups: readonly PermissionGroup[]
  scopes: ReadonlySet<string>
  onChange: (scopes: ReadonlySet<string>) => void
}

/** The name of a permission. One that is newer than this page is shown by its id. */
function scopeName(t: Texts<'account'>, scope: string): string {
  const key = `scope.${scope}` as Parameters<typeof t>[0]
  const name = t(key)
  return name === key ? scope : name
}

/** All permissions by group; a click on a group selects all of its permissions. */
export function PermissionPicker({ groups, scopes, onChange }: PermissionPickerProps) {
  const t = useT('account')
  const everything = allScopes(groups)
  const state = allState(scopes, everything)
  const chosen = presetOf(scopes, everything)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{t('permission.title')}</legend>
      <div role="group" aria-label={t('preset.title')} className="mb-1 flex flex-wrap gap-1.5">
        {presetNames.map((preset) => (
          <Button
            key={preset}
            size="xs"
            kind={preset === chosen ? 'soft' : 'plain'}
            aria-pressed={preset === chosen}
            onClick={() => onChange(scopesOfPreset(preset, everything))}
          >
            {t(`preset.${preset}`)}
          </Button>
        ))}
      </div>
      <div className="rounded-lg border border-line">
        <div className="flex items-center justify-between border-b border-line px-3 py-2">
          <Checkbox
            checked={state === 'all'}
            mixed={state === 'some'}
            onChange={() => onChange(toggleAll(scopes, everything))}
          >
            {t('permission.all')}
          </Checkbox>
          <span className="text-small text-mute tabular-nums">
            {t('permission.count', { chosen: scopes.size, count: everything.length })}
          </span>
        </div>
        <div className="max-h-60 overflow-y-auto">
          {groups.map((group) => (
            <Group key={group.resource_type} group={group} scopes={scopes} onChange={onChange} />
          ))}
        </div>
      </div>
      {scopes.size === 0 && <p className="text-small text-mute">{t('permission.none')}</p>}
    </fieldset>
  )
}

function Group({
  group,
  scopes,
  onChange,
}: Pick<PermissionPickerProps, 'scopes' | 'onChange'> & { group: PermissionGroup }) {
  const t = useT('account')
  const all = scopesOf(group)
  const name = scopeName(t, group.resource_type)
  const state = allState(scopes, all)
  return (
    <div role="group" aria-label={name} className="border-b border-line px-3 py-2 last:border-b-0">
      <Checkbox
        checked={state === 'all'}
        mixed={state === 'some'}
        onChange={() => onChange(toggleAll(scopes, all))}
        className="font-medium"
      >
        {name}
      </Checkbox>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1 pl-6">
        {group.actions.map((action) => {
          const scope = `${group.resource_type}.${action}`
          return (
            <Checkbox key={action} checked={scopes.has(scope)} onChange={() => onChange(toggleOne(scopes, scope))}>
              <span title={scope}>{scopeName(t, scope)}</span>
            </Checkbox>
          )
        })}
      </div>
    </div>
  )
}
