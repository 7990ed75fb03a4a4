import { Plus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { SecurityRules } from '../enterprise.queries.ts'

interface PartProps {
  rules: SecurityRules
  change: (more: Partial<SecurityRules>) => void
  /** Who would be affected, as text; empty if nobody. */
  effect: string
}
const Effect = ({ text }: { text: string }) =>
  text ? (
    <Banner inset tone="warn">
      {text}
    </Banner>
  ) : null
const linesOf = (text: string) => text.split('\n').map((line) => line.trim())
/** Empty lines are kept while typing, but not sent. */
const filled = (lines: string[]) => lines.filter((line) => line !== '')

export function SessionRules({ rules, change, effect }: PartProps) {
  const t = useT('enterprise')
  return (
    <SettingsSection title={t('security.sessions')} text={t('security.sessionsText')}>
      <div className="flex flex-col gap-4">
        <Field label={t('security.lifetime')} help={t('security.lifetimeHelp')}>
          <NumberInput
            value={rules.session_hours}
            min={0}
            max={2160}
            unit={t('security.hours')}
            className="w-40"
            onChange={(value) => change({ session_hours: value ?? 0 })}
          />
        </Field>
        <Field label={t('security.idle')} help={t('security.idleHelp')}>
          <NumberInput
            value={rules.idle_minutes}
            min={0}
            max={43_200}
            unit={t('security.minutes')}
            className="w-40"
            onChange={(value) => change({ idle_minutes: value && value < 15 ? 15 : (value ?? 0) })}
          />
        </Field>
        <Effect text={effect} />
      </div>
    </SettingsSection>
  )
}

export function PasswordRules({ rules, change, effect, hasBreachServer }: PartProps & { hasBreachServer: boolean }) {
  const t = useT('enterprise')
  return (
    <SettingsSection title={t('security.passwords')} text={t('security.passwordsText')}>
      <div className="flex flex-col gap-4">
        <Field label={t('security.length')}>
          <NumberInput
            value={rules.password_length}
            min={8}
            max={64}
            unit={t('security.characters')}
            className="w-40"
            onChange={(value) => change({ password_length: value ?? 8 })}
          />
        </Field>
        <Field label={t('security.history')}>
          <NumberInput
            value={rules.password_history}
            min={0}
            max={10}
            className="w-40"
            onChange={(value) => change({ password_history: value ?? 0 })}
          />
        </Field>
        <Field label={t('security.age')} help={t('security.ageHelp')}>
          <NumberInput
            value={rules.password_days}
            min={0}
            max={730}
            unit={t('security.days')}
            className="w-40"
            onChange={(value) => change({ password_days: value ?? 0 })}
          />
        </Field>
        <Field label={t('security.words')} help={t('security.wordsHelp')}>
          <Textarea
            value={rules.password_words.join('\n')}
            onChange={(event) => change({ password_words: linesOf(event.target.value) })}
            onBlur={() => change({ password_words: filled(rules.password_words) })}
          />
        </Field>
        <div>
          <Checkbox
            checked={rules.password_breaches}
            disabled={!hasBreachServer}
            onChange={(on) => change({ password_breaches: on })}
          >
            {t('security.breaches')}
          </Checkbox>
          <p className="mt-0.5 text-small text-mute">
            {t(hasBreachServer ? 'security.breachesHelp' : 'security.breachesNone')}
          </p>
        </div>
        <p className="text-small text-mute">{effect}</p>
      </div>
    </SettingsSection>
  )
}

export function NetworkRules({ rules, change, effect, ownAddress }: PartProps & { ownAddress: string }) {
  const t = useT('enterprise')
  const modes = ['off', 'watch', 'on'] as const
  return (
    <SettingsSection title={t('security.network')} text={t('security.networkText')}>
      <div className="flex flex-col gap-4">
        <Segmented
          label={t('security.mode')}
          items={modes.map((value) => ({ value, label: t(`security.mode.${value}`) }))}
          value={rules.ip_mode}
          onChange={(ip_mode) => change({ ip_mode })}
        />
        {rules.ip_mode === 'watch' && <p className="text-small text-mute">{t('security.watchHelp')}</p>}
        {rules.ip_mode !== 'off' && (
          <>
            <Field label={t('security.list')} help={t('security.listHelp', { address: ownAddress })}>
              <Textarea
                mono
                rows={4}
                value={rules.ip_list.join('\n')}
                onChange={(event) => change({ ip_list: linesOf(event.target.value) })}
                onBlur={() => change({ ip_list: filled(rules.ip_list) })}
              />
            </Field>
            {!rules.ip_list.includes(ownAddress) && (
              <Button
                icon={Plus}
                className="self-start"
                onClick={() => change({ ip_list: [...filled(rules.ip_list), ownAddress] })}
              >
                {t('security.addOwn')}
              </Button>
            )}
          </>
        )}
        <Effect text={effect} />
      </div>
    </SettingsSection>
  )
}

export function FactorRules({ rules, change, effect }: PartProps) {
  const t = useT('enterprise')
  return (
    <SettingsSection title={t('security.factor')} text={t('security.factorText')}>
      <div className="flex flex-col gap-4">
        <Checkbox checked={rules.factor_required} onChange={(on) => change({ factor_required: on })}>
          {t('security.require')}
        </Checkbox>
        {rules.factor_required && (
          <Field label={t('security.grace')}>
            <NumberInput
              value={rules.factor_grace_days}
              min={0}
              max={90}
              unit={t('security.days')}
              className="w-40"
              onChange={(value) => change({ factor_grace_days: value ?? 0 })}
            />
          </Field>
        )}
        <Effect text={effect} />
      </div>
    </SettingsSection>
  )
}
