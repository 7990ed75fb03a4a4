import type { ManagedProvider } from '@orrery/contract'
import { type PresetId, presetOf, providerPresets } from '@orrery/contract/shared/provider-presets'
import type { ProviderKind } from './provider-texts.ts'

/** A known provider, or any other server with the same protocol. */
export type PresetChoice = PresetId | 'other'

/** A provider as edited in its form. */
export interface ProviderForm {
  preset: PresetChoice
  kind: ProviderKind
  name: string
  address: string
  key: string
}

export function readProvider(provider: ManagedProvider | undefined): ProviderForm {
  if (!provider) return choosePreset({ preset: 'openai', kind: 'openai', name: '', address: '', key: '' }, 'openai')
  const preset = presetOf({ kind: provider.kind, baseUrl: provider.base_url }) ?? 'other'
  return { preset, kind: provider.kind, name: provider.name, address: provider.base_url, key: '' }
}

/** Changes the provider: sets its address and protocol, and keeps a typed name. */
export function choosePreset(form: ProviderForm, preset: PresetChoice): ProviderForm {
  if (preset === 'other') return { ...form, preset, kind: 'openai-compatible', address: '' }
  const { kind, baseUrl } = providerPresets[preset]
  return { ...form, preset, kind, address: baseUrl }
}

export const exampleAddress = ({ preset }: ProviderForm): string => {
  if (preset === 'other') return 'https://'
  const { baseUrl, example } = providerPresets[preset]
  return example ?? baseUrl
}
/** Self-hosted servers often need no key. */
export const requiresKey = ({ preset }: ProviderForm): boolean => preset !== 'other' && providerPresets[preset].needsKey
export const keyPage = ({ preset }: ProviderForm): string => (preset === 'other' ? '' : providerPresets[preset].keyUrl)
/** Whether the address depends on the account and must be typed. */
export const needsAddress = ({ kind }: ProviderForm): boolean => kind === 'openai-compatible' || kind === 'azure-speech'
/** The text key of the help for the address. */
export const addressHelp = ({ kind }: ProviderForm) =>
  kind === 'openai-compatible'
    ? ('provider.address.compatible' as const)
    : kind === 'azure-speech'
      ? ('provider.address.resource' as const)
      : ('provider.address.help' as const)
export const isReadyProvider = (form: ProviderForm): boolean => form.address.trim() !== '' || !needsAddress(form)
