import { type BlockInput, type FieldOf, literal, type Param, readPath, writePath } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { useNodeForm } from '../form-context.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { usePath } from '../use-path.ts'

interface Auth {
  authOpen?: boolean
  authType?: string
  authData?: { bearerTokenData?: Param[]; customData?: { addTo?: string; data?: Param[] } }
}

/** A bearer token, or a key in a header or the query. */
export function AuthField({ field }: { field: FieldOf<'auth'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const auth = (raw ?? {}) as Auth
  const isCustom = auth.authType === 'CUSTOM_AUTH'
  const custom = auth.authData?.customData
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span>{t('http.auth')}</span>
        <Switch
          label={t('http.auth')}
          checked={auth.authOpen === true}
          disabled={isReadOnly}
          onChange={(authOpen) => set({ authType: 'BEARER_AUTH', ...auth, authOpen })}
        />
      </div>
      {auth.authOpen && (
        <>
          <Segmented
            wide
            size="sm"
            label={t('http.authKind')}
            disabled={isReadOnly}
            items={[
              { value: 'BEARER_AUTH', label: t('http.bearer') },
              { value: 'CUSTOM_AUTH', label: t('http.custom') },
            ]}
            value={isCustom ? 'CUSTOM_AUTH' : 'BEARER_AUTH'}
            onChange={(authType) => set({ ...auth, authType })}
          />
          {isCustom ? (
            <>
              <AuthValue path={`${field.path}.authData.customData.data`} place={0} name="Key" label={t('http.key')} />
              <AuthValue
                path={`${field.path}.authData.customData.data`}
                place={1}
                name="Value"
                label={t('http.keyValue')}
              />
              <Labelled label={t('http.addTo')} inline>
                <Segmented
                  size="sm"
                  label={t('http.addTo')}
                  disabled={isReadOnly}
                  items={[
                    { value: 'header', label: t('http.header') },
                    { value: 'query', label: t('http.query') },
                  ]}
                  value={custom?.addTo === 'query' ? 'query' : 'header'}
                  onChange={(addTo) =>
                    set({ ...auth, authData: { ...auth.authData, customData: { ...custom, addTo } } })
                  }
                />
              </Labelled>
            </>
          ) : (
            <AuthValue path={`${field.path}.authData.bearerTokenData`} place={0} name="token" label={t('http.token')} />
          )}
        </>
      )}
    </div>
  )
}

function AuthValue({ path, place, name, label }: { path: string; place: number; name: string; label: string }) {
  const { scope, isReadOnly, change, data } = useNodeForm()
  const list = (readPath(data, path) ?? []) as Param[]
  const write = (input: BlockInput) =>
    change((before) => {
      const now = [...((readPath(before, path) ?? []) as Param[])]
      while (now.length <= place) now.push({ name: ['Key', 'Value'][now.length] ?? name, input: literal('string', '') })
      now[place] = { ...now[place], name, input }
      return writePath(before, path, now)
    }, `${path}/${name}`)
  return (
    <Labelled label={label}>
      <ValueInput
        label={label}
        name={label}
        scope={scope}
        value={list[place]?.input}
        type={{ type: 'string' }}
        disabled={isReadOnly}
        onChange={write}
      />
    </Labelled>
  )
}
