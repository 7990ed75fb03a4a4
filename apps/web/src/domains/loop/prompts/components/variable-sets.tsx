import { useMutation, useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Save, SaveAll, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Variable } from '../detail.ts'
import { fromValues, toValues, type Values } from '../input-values.ts'
import { type VariableSet, variableSetsQuery } from '../prompts.queries.ts'

interface Inputs {
  values: Values
  message: string
}
interface VariableSetsProps {
  promptId: string
  variables: readonly Variable[]
  inputs: Inputs
  mayEdit: boolean
  onUse: (inputs: Inputs) => void
}

/** Named sets of inputs for everyone who tries the prompt. Choosing one fills all fields. */
export function VariableSets({ promptId, variables, inputs, mayEdit, onUse }: VariableSetsProps) {
  const t = useT('prompts')
  const { data: sets = [] } = useQuery(variableSetsQuery(promptId))
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const chosen = sets.find(({ set_id: id }) => id === chosenId)
  const refresh = () => queryClient.invalidateQueries({ queryKey: variableSetsQuery(promptId).queryKey })
  const sent = () => ({ variables: toValues(variables, inputs.values), message: inputs.message })
  const update = useMutation({
    mutationFn: (set: VariableSet) =>
      api.promptVariableSet.update({ prompt_id: promptId, set_id: set.set_id, ...sent() }),
    onSuccess: async (_, { name }) => {
      await refresh()
      toast.ok(t('sets.saved', { name }))
    },
    onError: (error) => toast.error(t('sets.failed'), { error }),
  })
  const use = (id: string) => {
    const set = sets.find((one) => one.set_id === id)!
    setChosenId(id)
    onUse({ values: fromValues(set.variables), message: set.message })
  }
  const remove = (set: VariableSet) =>
    confirm({
      title: t('sets.removeTitle', { name: set.name }),
      text: t('sets.removeText'),
      action: t('sets.remove'),
      danger: true,
      onConfirm: async () => {
        await api.promptVariableSet.remove({ prompt_id: promptId, set_id: set.set_id })
        setChosenId(null)
        await refresh()
      },
    })
  if (!sets.length && !mayEdit) return null
  return (
    <div className="flex items-center gap-1.5">
      <Select
        prefix={t('sets.title')}
        placeholder={t('sets.none')}
        disabled={!sets.length}
        value={chosen?.set_id ?? null}
        onChange={use}
        items={sets.map(({ set_id: value, name: label }) => ({ value, label }))}
      />
      {mayEdit && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t('sets.more')} />}>
          <MenuItem icon={SaveAll} onClick={() => setNaming('new')}>
            {t('sets.create')}
          </MenuItem>
          {chosen && (
            <>
              <MenuItem icon={Save} onClick={() => update.mutate(chosen)}>
                {t('sets.update', { name: chosen.name })}
              </MenuItem>
              <MenuItem icon={Pencil} onClick={() => setNaming('rename')}>
                {t('sets.rename')}
              </MenuItem>
              <MenuLine />
              <MenuItem icon={Trash2} danger onClick={() => void remove(chosen)}>
                {t('sets.remove')}
              </MenuItem>
            </>
          )}
        </Menu>
      )}
      {naming && (
        <NameDialog
          title={t(naming === 'new' ? 'sets.create' : 'sets.rename')}
          name={naming === 'new' ? '' : (chosen?.name ?? '')}
          onName={async (name) => {
            if (naming === 'rename')
              await api.promptVariableSet.update({ prompt_id: promptId, set_id: chosen!.set_id, name })
            else setChosenId((await api.promptVariableSet.create({ prompt_id: promptId, name, ...sent() })).set_id)
            await refresh()
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </div>
  )
}

interface NameDialogProps {
  title: string
  name: string
  onName: (name: string) => Promise<void>
  onClose: () => void
}
function NameDialog({ title, name: first, onName, onClose }: NameDialogProps) {
  const t = useT('prompts')
  const [name, setName] = useState(first)
  const save = useMutation({ mutationFn: () => onName(name.trim()), onSuccess: onClose })
  return (
    <FormDialog
      size="sm"
      title={title}
      isReady={name.trim() !== ''}
      call={save}
      action={t('sets.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('sets.name')} required>
        <Input autoFocus limit={50} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
