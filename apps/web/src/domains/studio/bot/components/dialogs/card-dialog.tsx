import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { CardView } from '#domains/chat/chat/index.ts'
import { useEditor } from '../../draft/draft-context.ts'
import { hasAny, sampleOf, toBinding, withPlace } from '../../skills/card-binding.ts'
import { choicesFor, guessMapping, placesIn, readFields, readMapping } from '../../skills/card-paths.ts'
import { cardsQuery, type CardTarget, designQuery, speakingQuery, structQuery } from '../../skills/card.queries.ts'
import { useCard } from '../../skills/use-card.ts'

const none = 'none'
const mostRows = 100
const rowsAtFirst = 5

interface CardDialogProps {
  target: CardTarget
  onClose: () => void
}

/** Selects the card for the answers of a tool, or of a workflow and its message nodes. */
export function CardDialog({ target, onClose }: CardDialogProps) {
  const t = useT('bot')
  const [tool, setTool] = useState(target.tool)
  const nodes = useQuery(speakingQuery(target)).data ?? []
  return (
    <BindingDialog key={tool} target={{ ...target, tool }} onClose={onClose}>
      {nodes.length > 0 && (
        <Field label={t('card.node')}>
          <Select
            items={[
              { value: none, label: t('card.node.end') },
              ...nodes.map(({ id, name }) => ({ value: id, label: t('card.node.speaks', { name }) })),
            ]}
            value={tool || none}
            onChange={(next) => setTool(next === none ? '' : next)}
          />
        </Field>
      )}
    </BindingDialog>
  )
}

/** Selects the card, and which part of the answer fills which field. */
function BindingDialog({ target, onClose, children }: CardDialogProps & { children: ReactNode }) {
  const t = useT('bot')
  const { spaceId, isReadOnly } = useEditor()
  const cards = useQuery(cardsQuery(spaceId))
  const struct = useQuery(structQuery(target))
  const [bound, bind] = useCard(target)
  const [cardId, setCardId] = useState(bound?.card_id ?? none)
  const [mapping, setMapping] = useState(() => readMapping(bound?.mapping_rule ?? ''))
  const [rows, setRows] = useState(bound?.max_display_rows ?? rowsAtFirst)
  const [modelSpeaks, setModelSpeaks] = useState(bound?.llm_text_card ?? false)
  const card = cards.data?.find((item) => item.card_id === cardId)
  const design = useQuery(designQuery(card)).data
  const fields = card ? readFields(card.properties) : []
  const places = placesIn(struct.data ?? [])
  const error = cards.error ?? struct.error
  const isUnknown = struct.data?.length === 0
  const choose = (next: string) => {
    setCardId(next)
    const chosen = cards.data?.find((item) => item.card_id === next)
    setMapping(chosen ? guessMapping(readFields(chosen.properties), places) : {})
  }
  const save = () => {
    bind(card && toBinding(target, { cardId, version: card.version_num, mapping, rows, modelSpeaks }))
    onClose()
  }
  return (
    <Dialog
      open
      size="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('card.dialog', { name: target.name })}
      description={t('card.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="solid" disabled={isReadOnly || (card !== undefined && !hasAny(mapping))} onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorPanel title={t('card.failed')} error={error} />
      ) : (
        <div className="flex flex-col gap-4">
          {children}
          <Field label={t('card.title')}>
            <Select
              disabled={isReadOnly}
              items={[
                { value: none, label: t('card.none') },
                ...(cards.data ?? []).map((item) => ({ value: item.card_id, label: item.name })),
              ]}
              value={card ? cardId : none}
              onChange={choose}
            />
          </Field>
          {card && isUnknown && (
            <Banner inset tone="warn">
              {t('card.unknown')}
            </Banner>
          )}
          {fields.map((field) => (
            <Field key={field.name} label={field.title}>
              <Select
                disabled={isReadOnly}
                items={[
                  { value: none, label: t('card.empty') },
                  ...choicesFor(field, fields, mapping, places).map((path) => ({ value: path, label: path })),
                ]}
                value={mapping[field.name] ?? none}
                onChange={(path) => setMapping(withPlace(mapping, field, path === none ? '' : path, fields))}
              />
            </Field>
          ))}
          {fields.some((field) => field.type === 'list') && (
            <Field label={t('card.rows')}>
              <NumberInput min={1} max={mostRows} value={rows} onChange={(next) => setRows(next ?? rowsAtFirst)} />
            </Field>
          )}
          {card && (
            <Switch checked={modelSpeaks} disabled={isReadOnly} onChange={setModelSpeaks}>
              {t('card.speaks')}
            </Switch>
          )}
          {card && hasAny(mapping) && (
            <Field label={t('card.sample')}>
              <CardView card={sampleOf(card, fields, mapping, design)} />
            </Field>
          )}
        </div>
      )}
    </Dialog>
  )
}
