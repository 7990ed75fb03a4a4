import type { ComponentType } from 'react'
import type { EnterprisePageId } from '#lib/enterprise-pages.ts'

export type EnterprisePages = Readonly<Record<EnterprisePageId, ComponentType>>
