import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { useMutation } from '@tanstack/react-query'
import { Plus, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type DatasetField, type DatasetItem, refreshDatasets } from '../dataset.queries.ts'
import { cellText, mediaTypeOf } from '../media-value.ts'
import { MediaField } from './media-field.tsx'
import { TurnsChat } from './turns-chat.tsx'

interface TurnsSheetProps {
  datasetId: string
  fields: readonly DatasetField[]
  /** Undefined: a new item. */
  item: DatasetItem | undefined
  mayEdit: boolean
  onClose: () => void
}
interface Turn {
  id: number
  values: Record<string, string>
}
let lastId = 0
const turnsOf = (item: DatasetItem | undefined): Turn[] =>
  (item?.repeatedData ?? [{ data: [] }]).map(({ data }) => ({
    id: (lastId += 1),
    values: Object.fromEntries(data.map((value) => [value.key, cellText(value)])),
  }))

/** Shows and edits the turns of one item. */
export function TurnsSheet({ datasetId, fields, item, mayEdit, onClose }: TurnsSheetProps) {
  const t = useT('dataset')
  const [turns, setTurns] = useState(() => turnsOf(item))
  // An existing item opens as a conversation, not in the editor.
  const [isEditing, setEditing] = useState(!item)
  const save = useMutation({
    mutationFn: async () => {
      const repeatedData = turns.map(({ values }) => ({
        data: Object.entries(values)
          .filter(([, content]) => content !== '')
          .map(([key, content]) => ({ key, content })),
      }))
      await api.datasetItem.change({
        datasetID: datasetId,
        ...(item ? { change: [{ itemID: item.itemID, repeatedData }] } : { add: [{ repeatedData }] }),
      })
    },
    onSuccess: async () => {
      await refreshDatasets()
      onClose()
    },
  })
  const change = (id: number, key: string, text: string) =>
    setTurns(turns.map((turn) => (turn.id === id ? { ...turn, values: { ...turn.values, [key]: text } } : turn)))
  return (
    <SideSheet
      kind="dataset-turns"
      width={460}
      title={item ? t('turns.item') : t('rows.add')}
      caption={item?.itemID}
      onClose={onClose}
      actions={
        mayEdit &&
        (isEditing ? (
          <Button size="sm" kind="solid" busy={save.isPending} onClick={() => save.mutate()}>
            {t('turns.save')}
          </Button>
        ) : (
          <Button size="sm" icon={SquarePen} onClick={() => setEditing(true)}>
            {t('turns.edit')}
          </Button>
        ))
      }
    >
      {save.error && (
        <div className="p-4">
          <ErrorPanel error={save.error} />
        </div>
      )}
      {item && !isEditing && <TurnsChat item={item} fields={fields} />}
      {isEditing &&
        turns.map((turn, at) => (
          <SheetSection
            key={turn.id}
            title={t('turns.nth', { n: at + 1 })}
            tools={
              mayEdit &&
              turns.length > 1 && (
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('turns.remove', { n: at + 1 })}
                  onClick={() => setTurns(turns.filter(({ id }) => id !== turn.id))}
                />
              )
            }
          >
            <div className="flex flex-col gap-3">
              {fields.map(({ key, name, isRequired, contentType }) => {
                const type = mediaTypeOf[contentType]
                const text = turn.values[key] ?? ''
                return (
                  <Field key={key} label={name} required={isRequired} disabled={!mayEdit}>
                    {type ? (
                      <MediaField
                        label={name}
                        type={type}
                        text={text}
                        onChange={(next) => change(turn.id, key, next)}
                      />
                    ) : (
                      <Textarea
                        rows={2}
                        disabled={!mayEdit}
                        value={text}
                        onChange={(event) => change(turn.id, key, event.target.value)}
                      />
                    )}
                  </Field>
                )
              })}
            </div>
          </SheetSection>
        ))}
      {mayEdit && isEditing && turns.length < DATASET_LIMITS.turns && (
        <Button
          kind="ghost"
          icon={Plus}
          className="m-3 self-start"
          onClick={() => setTurns([...turns, { id: (lastId += 1), values: {} }])}
        >
          {t('turns.add')}
        </Button>
      )}
    </SideSheet>
  )
}
