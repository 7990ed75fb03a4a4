import { X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { Plan } from '../agent-app.queries.ts'
import { changed, isBlank, withoutEntity } from '../edit-plan.ts'
import { EntityEditor } from './entity-editor.tsx'

/** The whole plan as a form. Nothing of the app has been created yet. */
export function PlanEditor({ plan, onChange }: { plan: Plan; onChange: (plan: Plan) => void }) {
  const t = useT('app')
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('plan.name')} required error={isBlank(plan.title) && t('fault.name')}>
        <Input
          value={plan.title}
          maxLength={60}
          onChange={(event) => onChange({ ...plan, title: event.target.value })}
        />
      </Field>
      {plan.entities.map((entity) => (
        <EntityEditor
          key={entity.name}
          entity={entity}
          onChange={(next) => onChange({ ...plan, entities: changed(plan.entities, entity.name, next) })}
          onRemove={() => onChange(withoutEntity(plan, entity.name))}
        />
      ))}
      {plan.flows.map((flow) => (
        <Card key={flow.name} className="flex flex-col gap-3">
          <h3 className="font-semibold">{t('flow.title', { name: flow.title })}</h3>
          <Field label={t('flow.goal')} error={isBlank(flow.goal) && t('fault.goal')}>
            <Textarea
              value={flow.goal}
              maxLength={2000}
              onChange={(event) =>
                onChange({ ...plan, flows: changed(plan.flows, flow.name, { goal: event.target.value }) })
              }
            />
          </Field>
        </Card>
      ))}
      <Card className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('pages.title')}</h3>
        <ul className="flex flex-col gap-2">
          {plan.pages.map((page, at) => (
            <li key={page.name} className="flex items-center gap-2">
              <Field className="flex-1" error={isBlank(page.title) && t('fault.name')}>
                <Input
                  aria-label={t('page.name', { number: at + 1 })}
                  value={page.title}
                  maxLength={60}
                  onChange={(event) =>
                    onChange({ ...plan, pages: changed(plan.pages, page.name, { title: event.target.value }) })
                  }
                />
              </Field>
              <Tag>{t(`page.${page.kind}`)}</Tag>
              <IconButton
                icon={X}
                label={t('page.remove', { name: page.title })}
                disabled={plan.pages.length === 1}
                onClick={() => onChange({ ...plan, pages: plan.pages.filter(({ name }) => name !== page.name) })}
              />
            </li>
          ))}
        </ul>
        {plan.pages.length === 0 && <p className="text-err">{t('plan.noPages')}</p>}
      </Card>
      <Card className="flex flex-col gap-3">
        <h3 className="font-semibold">{t('bot.title')}</h3>
        <Field label={t('bot.persona')}>
          <Textarea
            value={plan.bot.persona}
            maxLength={2000}
            onChange={(event) => onChange({ ...plan, bot: { ...plan.bot, persona: event.target.value } })}
          />
        </Field>
        <Field label={t('bot.greeting')}>
          <Input
            value={plan.bot.greeting}
            maxLength={300}
            onChange={(event) => onChange({ ...plan, bot: { ...plan.bot, greeting: event.target.value } })}
          />
        </Field>
      </Card>
    </div>
  )
}
